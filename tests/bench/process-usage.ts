import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

type Row = {
  readonly pid: number
  readonly parent: number
  readonly kilobytes: number
  readonly command: string
}

const rows = (): readonly Row[] =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, kilobytes, ...command] = line.trim().split(/\s+/)
      return {
        pid: Number(pid),
        parent: Number(parent),
        kilobytes: Number(kilobytes),
        command: command.join(' '),
      }
    })

/** Resident memory of a process and its descendants, in MiB. Shared pages are counted for each. */
export const residentMemory = (
  pid: number,
  isCounted: (command: string) => boolean = () => true,
): number => {
  const all = rows()
  const grow = (root: number): number =>
    all
      .filter(({ parent }) => parent === root)
      .reduce((sum, row) => sum + (isCounted(row.command) ? row.kilobytes : 0) + grow(row.pid), 0)
  const own = all.find((row) => row.pid === pid)?.kilobytes ?? 0
  return (own + grow(pid)) / 1024
}

const familyOf = (pid: number): readonly number[] => {
  const all = rows()
  const grow = (root: number): readonly number[] => [
    root,
    ...all.filter(({ parent }) => parent === root).flatMap((row) => grow(row.pid)),
  ]
  return grow(pid)
}

/**
 * Processor time that a process and its children have used, in milliseconds; NaN where there is no
 * /proc.
 */
export const processorTime = (pid: number): number => {
  try {
    // Fields 14 and 15 of the line, in hundredths of a second. Counted from after the process name,
    // which may contain spaces.
    const ticks = familyOf(pid).map((each) => {
      const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[11]) + Number(fields[12])
    })
    return ticks.reduce((sum, each) => sum + each, 0) * 10
  } catch {
    return Number.NaN
  }
}

const setCores = (cores: string, pids: readonly number[]) => {
  for (const pid of pids) {
    const { status, stderr, error } = spawnSync('taskset', ['-acp', cores, String(pid)], {
      encoding: 'utf8',
    })
    if (status !== 0)
      throw new Error(
        `taskset, which Linux has, could not give process ${pid} its cores: ${error?.message ?? stderr}`,
      )
  }
}

/**
 * Pins this process and another one, with its children, to the first `count` cores while the work
 * runs.
 */
export const onCores = async <Result>(
  count: number,
  pid: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const pids = [process.pid, ...familyOf(pid)]
  const all = availableParallelism()
  setCores(`0-${count - 1}`, pids)
  try {
    return await work()
  } finally {
    setCores(`0-${all - 1}`, pids)
  }
}
