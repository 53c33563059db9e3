import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { uploadsSourceMaps } from '#web/gatsby/source-maps.ts'
import { sdkFiles } from '#tests/support/analytics-provider.ts'
import { browserBuild, rendererOutput } from '#web/gatsby/builds.ts'
import { applicationChunk } from '#web/server/site-manifest.ts'

describe('the code excluded from the browser’s scripts', () => {
  const store = { getState: () => ({ pages: new Map() }) } as unknown as Parameters<
    typeof browserBuild
  >[0]['store']
  const loaders = { null: () => 'nothing' } as unknown as Parameters<
    typeof browserBuild
  >[0]['loaders']
  const rules = browserBuild({
    store,
    loaders,
    application: 'application',
    onApp: [],
    hasSourceMaps: false,
  }).module?.rules as { test: RegExp; use: string }[]
  const isLeftOut = (file: string) =>
    rules.some(
      ({ test, use }) => use === 'nothing' && test.test(path.resolve('node_modules', file)),
    )

  const isMissing = (file: string) => !existsSync(path.join('node_modules', file))

  it('includes the analytics SDK’s automatic collection', () => {
    expect(sdkFiles.unused.filter(isMissing)).toEqual([])
    expect(sdkFiles.unused.filter((file) => !isLeftOut(file))).toEqual([])
  })

  it('does not include the part of the analytics SDK that sends events', () => {
    expect(sdkFiles.used.filter(isMissing)).toEqual([])
    expect(sdkFiles.used.filter(isLeftOut)).toEqual([])
  })
})

it('the application’s chunk is found by the name that its import gives it', () => {
  const source = readFileSync('web/app/start-app.ts', 'utf8')
  expect(source).toContain(
    `import(/* webpackChunkName: "${applicationChunk}" */ './browser-root.ts')`,
  )
})

describe('source maps', () => {
  const build = (hasSourceMaps: boolean) =>
    browserBuild({
      store: { getState: () => ({ pages: new Map() }) } as never,
      loaders: { null: () => 'nothing' } as never,
      application: 'application',
      onApp: [],
      hasSourceMaps,
    })
  const whole = { SENTRY_AUTH_TOKEN: 'token', SENTRY_ORG: 'org', SENTRY_PROJECT: 'project' }

  it('are built only with a token, an organisation and a project to upload them with', () => {
    expect(uploadsSourceMaps(whole)).toBe(true)
    for (const name of Object.keys(whole))
      expect(uploadsSourceMaps({ ...whole, [name]: '' })).toBe(false)
    expect(build(uploadsSourceMaps({})).devtool).toBe(false)
  })

  it('are not linked by scripts', () => expect(build(true).devtool).toBe('hidden-source-map'))

  it('are uploaded and then deleted by the error-reporting plugin', async () => {
    const { default: config } = await import('../../../gatsby-config.ts')
    const plugin = config.plugins?.find(
      (each) => typeof each === 'object' && each?.resolve === '@sentry/gatsby',
    )
    expect(plugin).toMatchObject({
      options: { enableClientWebpackPlugin: false, deleteSourcemapsAfterUpload: true },
    })
  })
})

describe('the hash of the server’s renderer', () => {
  const saltWith = (...app: readonly string[]) =>
    rendererOutput(JSON.stringify({ assetsByChunkName: { app } })).hashSalt

  it('changes with the styles, so that Gatsby rewrites the documents that inline them', () =>
    expect(saltWith('app-1.js', 'styles.1.css')).not.toBe(saltWith('app-1.js', 'styles.2.css')))

  it('does not change with scripts, which documents only reference', () =>
    expect(saltWith('app-1.js', 'styles.1.css')).toBe(saltWith('app-2.js', 'styles.1.css')))
})
