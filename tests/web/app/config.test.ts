import { describe, expect, it } from 'vitest'
import { createConfigLoader } from '#web/app/config.ts'
import { aSiteConfig } from '../server/a-site.ts'

const config = JSON.stringify(aSiteConfig)

/** Answers one after the other, as status and body. */
const loaderOf = (...answers: (readonly [status: number, text: string])[]) =>
  createConfigLoader(async () => {
    const [status, text] = answers.shift() ?? [404, '']
    return { status, text, header: () => null }
  })

describe('the configuration', () => {
  it('is fetched once', async () => {
    const load = loaderOf([200, config])
    expect(await load()).toEqual(aSiteConfig)
    expect(await load()).toEqual(aSiteConfig)
  })

  it.each([
    ['an error with a JSON body', 502, '{"error":"bad gateway"}'],
    ['an error with a configuration', 500, config],
    ['the JSON of a Wi-Fi portal', 200, '{"login":true}'],
    ['null', 200, 'null'],
    ['a page', 200, '<h1>Free Wi-Fi</h1>'],
  ])('is fetched again after %s', async (_what, status, text) => {
    const load = loaderOf([status, text], [200, config])
    await expect(load()).rejects.toBeInstanceOf(Error)
    expect(await load()).toEqual(aSiteConfig)
  })
})
