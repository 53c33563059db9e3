import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantChanges } from './support/planted-changes.ts'
import type { Change } from './support/planted-changes.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Item = { readonly file: string; readonly symbols: readonly string[]; readonly text: string }

const itemOf = (line: string): Item => {
  const [head = '', ...rest] = line.split(': ')
  const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return { file: named(head)[0] ?? '', symbols: named(rest.join(': ')), text: line }
}

const checklist = (heading: string): readonly Item[] => {
  const [, section = ''] = read('CONTRIBUTING.md').split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return own
    .split('\n')
    .filter((line) => line.startsWith('- [ ] '))
    .map(itemOf)
}

const plants: Readonly<Record<string, readonly Change[]>> = {
  'Add an outcome': [
    {
      file: 'core/use-cases/sign-up.ts',
      from: "| 'common-password' }",
      to: "| 'common-password' | 'planted' }",
    },
  ],
  'Add a question type': [
    {
      file: 'core/model/question.ts',
      from: 'export type Question =\n',
      to: "export type PlantedQuestion = Range & { readonly type: 'planted' }\nexport type Question =\n  PlantedQuestion |\n",
    },
  ],
  'Replace a provider': [
    {
      file: 'adapters/planted/planted-challenge.ts',
      from: '',
      to: 'export const createRecaptchaChallenge = (_parts: object) => ({})\n',
    },
    {
      file: 'web/app/browser-root.ts',
      from: '#adapters/recaptcha/recaptcha-challenge.ts',
      to: '#adapters/planted/planted-challenge.ts',
    },
  ],
}

describe.each(Object.keys(plants))('the checklist "%s"', (heading) => {
  const items = checklist(heading)

  it('names only files that exist', () => {
    expect(items.length).toBeGreaterThan(5)
    expect(items.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('names only symbols that are in their files', () => {
    const missing = items.flatMap(({ file, symbols }) =>
      symbols.filter((symbol) => !read(file).includes(symbol)),
    )
    expect(missing).toEqual([])
  })
})

describe('the checklists together', () => {
  let noticed: Awaited<ReturnType<typeof plantChanges>>

  beforeAll(async () => {
    noticed = await plantChanges(Object.values(plants).flat())
  }, 120_000)

  const marked = (mark: string) =>
    Object.keys(plants)
      .flatMap(checklist)
      .filter(({ text }) => text.includes(`**${mark}**`))
      .map(({ file }) => file)
      .toSorted()

  it('mark the files in which the compiler notices the change, and no others', () => {
    expect(noticed.compiler.toSorted()).toEqual(marked('compiler'))
  })

  it('mark the files in which the linter alone notices the change, and no others', () => {
    const alone = noticed.linter.filter((file) => !noticed.compiler.includes(file))
    expect(alone.toSorted()).toEqual(marked('linter'))
  })
})
