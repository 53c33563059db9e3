import { spawnSync } from 'node:child_process'

type Row = { readonly pid: number; readonly parent: number; readonly kilobytes: number; readonly command: string }

const rows = (): readonly Row[] =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, kilobytes, ...command] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), command: command.join(' ') }
    })

/** Resident memory of a process and all that came of it, in MiB. Pages that processes share count for each. */
export const residentMemory = (pid: number, isCounted: (command: string) => boolean = () => true): number => {
  const all = rows()
  const grow = (root: number): number =>
    all
      .filter(({ parent }) => parent === root)
      .reduce((sum, row) => sum + (isCounted(row.command) ? row.kilobytes : 0) + grow(row.pid), 0)
  const own = all.find((row) => row.pid === pid)?.kilobytes ?? 0
  return (own + grow(pid)) / 1024
}
