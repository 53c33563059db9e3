import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#sandbox/site-build.ts'

export type Report = {
  /** Names the part of docs/benchmarks.md that the report replaces. */
  readonly id: 'weight' | 'lab' | 'lighthouse' | 'load' | 'api' | 'build'
  readonly title: string
  /** What was done, in a sentence or two. */
  readonly words: string
  readonly tables: readonly {
    readonly head: readonly string[]
    readonly rows: readonly (readonly string[])[]
  }[]
}

const order: readonly Report['id'][] = ['weight', 'lab', 'lighthouse', 'load', 'api', 'build']

const intro = `# Benchmarks

Written by \`npm run bench\`; each part by the command it names. Absolute numbers say little about another machine: what counts is the ratio to a
floor that was measured in the same run, in turns with ours, so that what disturbed the machine disturbed both. Numbers are medians,
with the minimum and maximum in brackets. A load average above the number of cores says that other work shared the machine: then
only large differences mean something, and processor time more than time on the clock. The bars belong to a processor on which H is painted after some 0.7 s;
a slower one misses some ([performance](performance.md#bars)).

- **H** is a plain HTML page without script, **G** a bare Gatsby page and **S** a bare server-rendered Gatsby page, both under \`gatsby serve\` with the same
  React and Gatsby, **F** a bare Fastify route (\`tests/bench/floors\`, \`tests/bench/floor.ts\`).
`

const file = path.join(projectRoot, 'docs/benchmarks.md')
const load = () => loadavg()[0]?.toFixed(1) ?? '?'
const loadBefore = load()

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const tableOf = ({ head, rows }: Report['tables'][number]) =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

const conditions = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ` +
  `load average ${loadBefore} before and ${load()} after, Node ${process.versions.node}.`

/** Prints the report and puts it into docs/benchmarks.md in place of the last one of its kind. */
export const report = ({ id, title, words, tables }: Report): void => {
  const text = [`## ${title}`, `${words}\n\n${conditions()}`, ...tables.map(tableOf)].join('\n\n')
  console.log(`\n${text}\n`)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kept = new Map<string, string>()
  for (const [, name = '', part = ''] of before.matchAll(/<!-- (\w+) -->\n([^]*?)\n<!-- end -->/g))
    kept.set(name, part)
  kept.set(id, text)
  const parts = order.flatMap((name) =>
    kept.has(name) ? [`<!-- ${name} -->\n${kept.get(name)}\n<!-- end -->`] : [],
  )
  writeFileSync(file, `${[intro.trimEnd(), ...parts].join('\n\n')}\n`)
}
