import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import webpack from 'webpack'
import { buildSettings, keepCacheWhile } from '#web/gatsby/build-cache.ts'

describe('the build’s cache', () => {
  let folder: string
  /** As of a minute ago: webpack does not trust what was written within the last milliseconds. */
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    const past = Date.now() / 1000 - 60
    writeFileSync(file, text)
    utimesSync(file, past, past)
  }
  const note = '// compiled once more\n'
  const loader = (result: string) =>
    `module.exports = () => { require('node:fs').appendFileSync(${JSON.stringify(path.join(folder, 'notes'))}, ${JSON.stringify(note)}); return '${result}' }`

  /** Builds as another process would. Resolves with how often the source was compiled so far. */
  const build = async () => {
    const compiler = webpack({
      mode: 'none',
      context: folder,
      entry: './source.js',
      output: { path: path.join(folder, 'out') },
      module: { rules: [{ test: /source\.js$/, loader: path.join(folder, 'loader.cjs') }] },
      plugins: [keepCacheWhile([path.join(folder, 'settings.ts')])],
      cache: { type: 'filesystem', cacheDirectory: path.join(folder, 'cache'), buildDependencies: { config: [path.join(folder, 'loader.cjs')] } },
    })
    const stats = await promisify(compiler.run.bind(compiler))()
    expect(stats?.compilation.errors).toEqual([])
    await promisify(compiler.close.bind(compiler))()
    return readFileSync(path.join(folder, 'notes'), 'utf8').split(note).length - 1
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-cache-'))
    write('source.js', 'export {}')
    write('loader.cjs', loader('1'))
    write('settings.ts', 'export const settings = 1')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is used by the next build', async () => {
    expect(await build()).toBe(1)
    expect(await build()).toBe(1)
  })

  it('is not used for a source that changed', async () => {
    await build()
    write('source.js', 'export const changed = true')
    expect(await build()).toBe(2)
  })

  it('is thrown away once a file changed that it is kept by', async () => {
    await build()
    write('settings.ts', 'export const settings = 2')
    expect(await build()).toBe(2)
  })

  it('is kept by the packages and by what says how to build, all of which is there', () => {
    expect(buildSettings).toEqual(expect.arrayContaining(['package-lock.json', 'web/gatsby/compilers.ts'].map((file) => path.resolve(file))))
    expect(buildSettings.filter((file) => !existsSync(file))).toEqual([])
  })

  it('does not look at the loaders, whose packages are in the lock file', async () => {
    await build()
    write('loader.cjs', loader('2'))
    expect(await build()).toBe(1)
  })
})
