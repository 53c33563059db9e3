import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withoutLeftovers, writeCompressed } from '#web/server/prepare-site.ts'

describe('the routes of a build', () => {
  it('omit a static file that a development server left for a rendered page', () => {
    const rendered = {
      type: 'function',
      path: '/page-data/sign-in/page-data.json',
      functionId: 'ssr-engine',
    } as const
    const leftover = {
      type: 'static',
      path: rendered.path,
      filePath: `public${rendered.path}`,
      headers: [],
    } as const
    const file = { ...leftover, path: '/page-data/press/page-data.json' }
    expect(withoutLeftovers([leftover, rendered, file] as never)).toEqual([rendered, file])
  })

  it.each([
    ['/', '/index.html'],
    ['/press', '/press/index.html'],
  ])('omit the prerendered document of %s that an earlier build left behind', (page, document) => {
    const rendered = { type: 'function', path: page, functionId: 'ssr-engine' } as const
    const files = [document, '/company/index.html'].map(
      (route) =>
        ({ type: 'static', path: route, filePath: `public${route}`, headers: [] }) as const,
    )
    expect(withoutLeftovers([rendered, ...files] as never)).toEqual([rendered, files[1]])
  })
})

it('preparing the site writes compressed copies of compressible files only', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'a/app.js')
  await writeCompressed(file, 'run()')
  await writeCompressed(path.join(folder, 'a/icon.png'), 'picture')
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe('run()')
  expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe('run()')
  expect(readdirSync(path.dirname(file))).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'icon.png'])
})
