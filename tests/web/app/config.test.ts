import { describe, expect, it } from 'vitest'
import { fetchConfig } from '#web/app/config.ts'
import { aSiteConfig } from '../server/a-site.ts'

const config = JSON.stringify(aSiteConfig)

describe('fetchConfig', () => {
  it('returns the configuration', async () => {
    expect(await fetchConfig(async () => ({ status: 200, text: config }))).toEqual(aSiteConfig)
  })

  it.each([
    ['an error with a JSON body', 502, '{"error":"bad gateway"}'],
    ['an error with a configuration', 500, config],
    ['the JSON of a Wi-Fi portal', 200, '{"login":true}'],
    ['null', 200, 'null'],
    ['a page', 200, '<h1>Free Wi-Fi</h1>'],
  ])('rejects %s', async (_what, status, text) => {
    await expect(fetchConfig(async () => ({ status, text }))).rejects.toBeInstanceOf(Error)
  })
})
