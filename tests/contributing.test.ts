import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantChanges } from './support/planted-changes.ts'
import type { Change } from './support/planted-changes.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The files that an item begins with, and the paths and symbols that it mentions. */
type Item = {
  readonly files: readonly string[]
  readonly paths: readonly string[]
  readonly symbols: readonly string[]
  readonly text: string
}

const itemOf = (text: string): Item => {
  const [head = '', ...rest] = text.split(': ')
  const named = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const told = named(rest.join(': '))
  return {
    files: named(head),
    paths: told.filter((name) => name.includes('/')),
    symbols: told.filter((name) => /^\w+$/.test(name)),
    text,
  }
}

const checklist = (heading: string): readonly Item[] => {
  const [, section = ''] = read('CONTRIBUTING.md').split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^- \[ \] .*(?:\n {2}.*)*/gm)].map(([item]) => itemOf(item))
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
    // Ports with a member that no adapter has.
    {
      file: 'web/app/analytics-root.ts',
      from: '): AnalyticsPort =>',
      to: '): AnalyticsPort & { readonly planted: true } =>',
    },
    {
      file: 'web/app/storage-root.ts',
      from: '(): OpeningStorage =>',
      to: '(): OpeningStorage & { readonly planted: true } =>',
    },
  ],
}

/** The change of the first hour, and the only file in which the compiler notices it. */
const exercise = {
  change: {
    file: 'core/model/tracking-consent.ts',
    from: "'flag-off' |",
    to: "'flag-off' | 'planted' |",
  },
  screen: 'web/screens/legal/analytics-switch.tsx',
}

describe.each(Object.keys(plants))('the checklist "%s"', (heading) => {
  const items = checklist(heading)

  it('names only files that exist', () => {
    expect(items.length).toBeGreaterThan(5)
    expect(items.filter(({ files }) => files.length === 0)).toEqual([])
    const named = items.flatMap(({ files, paths }) => [...files, ...paths])
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })

  it('names only symbols that are in their files', () => {
    const missing = items.flatMap(({ files, symbols }) =>
      symbols.filter((symbol) => !files.some((file) => read(file).includes(symbol))),
    )
    expect(missing).toEqual([])
  })
})

describe('the checklists and the exercise of CONTRIBUTING.md', () => {
  let noticed: Awaited<ReturnType<typeof plantChanges>>

  beforeAll(async () => {
    noticed = await plantChanges([...Object.values(plants).flat(), exercise.change])
  })

  const marked = (mark: string) =>
    Object.keys(plants)
      .flatMap(checklist)
      .filter(({ text }) => text.includes(`**${mark}**`))
      .flatMap(({ files }) => files)
      .toSorted()

  it('mark exactly the files in which the compiler reports an error', () => {
    const files = [...marked('compiler'), exercise.screen]
    expect(noticed.compiler.toSorted()).toEqual(files.toSorted())
  })

  it('name the screen in which the compiler reports the exercise of the first hour', () => {
    const [, hour = ''] = read('CONTRIBUTING.md').split('\n## The first hour\n')
    const [steps = ''] = hour.split('\n## ')
    expect(steps).toContain(`\`${exercise.change.file}\``)
    expect(steps).toContain(`\`${exercise.screen}\``)
    expect(noticed.compiler).toContain(exercise.screen)
  })

  it('mark exactly the files in which only the linter reports an error', () => {
    const alone = noticed.linter.filter((file) => !noticed.compiler.includes(file))
    expect(alone.toSorted()).toEqual(marked('linter'))
  })
})
