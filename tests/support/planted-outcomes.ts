import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

const declaration = /^export type (\w+Outcome) =/gm

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file))

/** The stdout of a program from node_modules/.bin, run in `cwd`. */
const output = (program: string, args: string[], cwd: string) =>
  new Promise<string>((resolve) => {
    const file = path.join(root, 'node_modules/.bin', program)
    execFile(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => resolve(stdout))
  })

/**
 * Adds a member `planted-in-NAME` to every outcome union of core, in a copy of the tree. Returns
 * the unions, and those for which the type checker or the linter then reports an error.
 */
export const plantOutcomes = async (): Promise<{
  readonly unions: readonly string[]
  readonly noticed: readonly string[]
}> => {
  const copy = mkdtempSync(path.join(tmpdir(), 'evenkeel-outcomes-'))
  try {
    for (const name of [
      'core',
      'adapters',
      'web',
      'package.json',
      'tsconfig.json',
      '.oxlintrc.json',
    ]) {
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    const unions: string[] = []
    for (const file of sourcesIn(path.join(copy, 'core'))) {
      const text = readFileSync(file, 'utf8')
      const planted = text.replaceAll(declaration, (_, name: string) => {
        unions.push(name)
        return `export type ${name} = { readonly kind: 'planted-in-${name}' } | Real${name}\ntype Real${name} =`
      })
      if (planted !== text) writeFileSync(file, planted)
    }
    const said = await Promise.all([
      output('tsc', ['--noEmit', '-p', '.'], copy),
      output('oxlint', ['--type-aware', '--format', 'unix', '.'], copy),
    ])
    const complaints = said.join('\n')
    return { unions, noticed: unions.filter((name) => complaints.includes(`"planted-in-${name}"`)) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
