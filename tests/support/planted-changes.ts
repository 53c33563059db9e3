import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const folders = ['core', 'adapters', 'web', 'admin-api', 'contracts', 'sandbox', 'deploy', 'tests']
const files = [
  'package.json',
  'tsconfig.json',
  '.oxlintrc.json',
  'gatsby-config.ts',
  'gatsby-node.ts',
]

/** Replaces `from` in `file`. An empty `from` creates the file. */
export type Change = { readonly file: string; readonly from: string; readonly to: string }

const apply =
  (copy: string) =>
  ({ file, from, to }: Change) => {
    const target = path.join(copy, file)
    mkdirSync(path.dirname(target), { recursive: true })
    const text = from === '' ? '' : readFileSync(target, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} no longer holds: ${from}`)
    writeFileSync(
      target,
      text.replace(from, () => to),
    )
  }

/** The stdout of a program from node_modules/.bin, run in `cwd`. */
const output = (program: string, args: string[], cwd: string) =>
  new Promise<string>((resolve) => {
    const file = path.join(root, 'node_modules/.bin', program)
    execFile(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => resolve(stdout))
  })

const filesIn = (lines: string, pattern: RegExp): string[] => [
  ...new Set([...lines.matchAll(pattern)].map(([, file = '']) => file)),
]

/**
 * The files of a copy of the tree in which the compiler and the linter's exhaustive switches object
 * to the changes.
 */
export const plantChanges = async (
  changes: readonly Change[],
): Promise<{ readonly compiler: readonly string[]; readonly linter: readonly string[] }> => {
  const copy = mkdtempSync(path.join(tmpdir(), 'evenkeel-changes-'))
  try {
    for (const name of [...folders, ...files])
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    for (const change of changes) apply(copy)(change)
    const [types, lint] = await Promise.all([
      output('tsc', ['--noEmit', '-p', '.'], copy),
      output('oxlint', ['--type-aware', '--format', 'unix', 'core', 'web'], copy),
    ])
    return {
      compiler: filesIn(types, /^([^\s(]+)\(\d/gm),
      linter: filesIn(lint, /^([^\s:]+):[^\n]*Switch is not exhaustive/gm),
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
