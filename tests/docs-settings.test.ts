import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#admin-api/settings/settings.ts'
import { readFeatures } from '#core/model/feature-flags.ts'
import { settingsOf } from '#sandbox/service-environments.ts'
import { readSettings as readSettingsOfStart } from '#sandbox/settings.ts'
import { uploadsSourceMaps } from '#web/gatsby/source-maps.ts'
import { readServerSettings } from '#web/server/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The settings table of docs/operate.md: who reads each. */
const documented = [
  ...read('docs/operate.md').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| ([\w ,]+) \| [^|]+ \|$/gm),
].map(([, name = '', readers = '']) => ({ name, readers: readers.split(', ') }))
const documentedFor = (reader: string) =>
  documented
    .filter(({ readers }) => readers.includes(reader))
    .map(({ name }) => name)
    .toSorted()

/** The names that `readFrom` reads from any of the given environments. */
const askedBy = (readFrom: (environment: Environment) => unknown, given: Environment[]) => {
  const asked = new Set<string>()
  for (const environment of given) {
    const asking = new Proxy(environment, {
      get: (target, name) => {
        asked.add(String(name))
        return target[String(name)]
      },
    })
    try {
      readFrom(asking)
    } catch {
      // The reader throws an error about wrong values, but only after reading every setting.
    }
  }
  return [...asked].toSorted()
}

/** The names that code takes from its own process, without a reader of settings. */
const takenDirectly = (patterns: string[]) =>
  globSync(patterns, { cwd: root }).flatMap((file) =>
    [
      ...read(file).matchAll(/process\.env(?:\.([A-Z_]+)|\['([A-Z_]+)'\])|\benv\['([A-Z_]+)'\]/g),
    ].map(([, ...names]) => names.find((name) => name !== undefined) ?? ''),
  )

const live = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/app' }
const api = askedBy(readSettings, [{}, live])
const config = {
  adminApiUrl: 'https://api.example',
  firebase: { projectId: 'example' },
  stripe: { publishableKey: 'pk_test_1' },
}
const site = askedBy(readServerSettings, [{ SITE_CONFIG: JSON.stringify(config) }])

describe('the settings that docs/operate.md lists', () => {
  it('are each listed once', () => {
    const names = documented.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('for the admin API are those that it reads and that npm start gives it', () => {
    expect(documentedFor('API')).toEqual(api)
    expect([...settingsOf.adminApi].toSorted()).toEqual(api)
  })

  it('for the site are those that its server and pages read and that npm start gives it', () => {
    const all = [...new Set([...site, ...takenDirectly(['web/app/server-root.ts'])])].toSorted()
    expect(documentedFor('site')).toEqual(all)
    expect([...settingsOf.site].toSorted()).toEqual(all)
  })

  it('for the build are those that it reads', () => {
    const features = askedBy(readFeatures, [{}])
    const set = Object.fromEntries(documentedFor('build').map((name) => [name, 'true']))
    const maps = askedBy(uploadsSourceMaps, [set])
    const others = takenDirectly(['gatsby-*.ts'])
    expect(documentedFor('build')).toEqual([...features, ...maps, ...others].toSorted())
  })

  it('include all that npm start reads, and it reads all that are listed for it', () => {
    const started = askedBy(readSettingsOfStart, [{}])
    const names = documented.map(({ name }) => name)
    expect(started.filter((name) => !names.includes(name))).toEqual([])
    expect(documentedFor('npm start').filter((name) => !started.includes(name))).toEqual([])
  })

  it('include all that any process takes from its environment', () => {
    const taken = takenDirectly(['{core,adapters,web,admin-api,sandbox,deploy}/**/*.{ts,tsx,mjs}'])
    const names = documented.map(({ name }) => name)
    const ofMachine = ['PATH']
    expect(taken.filter((name) => ![...names, ...ofMachine].includes(name))).toEqual([])
  })

  it('include all of .env.example', () => {
    const examples = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
    const names = documented.map(({ name }) => name)
    expect(examples.filter((name) => !names.includes(name ?? ''))).toEqual([])
  })
})
