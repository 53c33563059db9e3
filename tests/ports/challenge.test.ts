import { fastify } from 'fastify'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryChallenge } from '#adapters/memory/memory-challenge.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import type { ChallengePort } from '#core/ports/challenge.ts'
import { addRecaptcha } from '#sandbox/console/recaptcha.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import type { Eventual } from '#tests/support/remote-port.ts'

type Harness = {
  readonly challenge: Eventual<ChallengePort>
  /** Whether the server accepts a token. */
  verify(token: string | null): Promise<boolean>
  fail(): Promise<void> | void
  restore(): Promise<void> | void
}

const describeChallengePort = (name: string, makeHarness: () => Promise<Harness> | Harness) =>
  describe(`${name}: the challenge port`, () => {
    let harness: Harness
    beforeEach(async () => {
      harness = await makeHarness()
    })

    it('gives tokens that the server accepts only once', async () => {
      const token = await harness.challenge.token('save_card')
      expect(await harness.verify(token)).toBe(true)
      expect(await harness.verify(token)).toBe(false)
    })

    it('gives another token each time', async () => {
      const tokens = [
        await harness.challenge.token('save_card'),
        await harness.challenge.token('save_card'),
      ]
      expect(new Set(tokens).size).toBe(2)
      for (const token of tokens) expect(await harness.verify(token)).toBe(true)
    })

    it('throws PortUnavailable in an outage, and works after it', async () => {
      await harness.fail()
      await expect(harness.challenge.token('save_card')).rejects.toBeInstanceOf(PortUnavailable)
      await harness.restore()
      expect(await harness.verify(await harness.challenge.token('save_card'))).toBe(true)
    })
  })

describeChallengePort('memory', () => {
  const challenge = createMemoryChallenge()
  return {
    challenge,
    verify: async (token) => challenge.spend(token ?? undefined, 'save_card'),
    fail: challenge.fail,
    restore: challenge.restore,
  }
})

describe('reCAPTCHA in Chromium', () => {
  const provider = fastify({ forceCloseConnections: true })
  let url: string
  let bundle: PageBundle
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await addRecaptcha(provider)
    ;[url, bundle, browser] = await Promise.all([
      provider.listen({ port: 0, host: '127.0.0.1' }),
      servePageBundle('tests/support/pages/recaptcha-challenge.ts'),
      launchChromium(),
    ])
  })
  afterAll(async () => {
    await browser.close()
    await Promise.all([bundle.close(), provider.close()])
  })
  beforeEach(async () => {
    page = await browser.newPage()
  })
  afterEach(() => page.close())

  const withScript = (more = '') =>
    `?script=${encodeURIComponent(`${url}/recaptcha/api.js`)}${more}`
  const open = async (query = withScript()) => {
    await page.goto(`${bundle.url}/${query}`)
    await page.waitForFunction(() => 'port' in window)
    return remotePort<ChallengePort>(page, ['token'])
  }

  const askedFor = (part: string) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(part)) asked.push(request.url())
    })
    return asked
  }

  describeChallengePort('reCAPTCHA', async () => ({
    challenge: await open(),
    verify: async (response) => {
      const body = new URLSearchParams({ secret: 'sandbox', response: response ?? '' })
      const answer = await fetch(`${url}/recaptcha/api/siteverify`, { method: 'POST', body })
      return ((await answer.json()) as { success: boolean }).success
    },
    fail: async () => {
      await page.route('**/recaptcha/**', (route) => route.abort())
    },
    restore: () => page.unrouteAll(),
  }))

  it('gives no token and loads nothing where no challenge is set up', async () => {
    const asked = askedFor('/recaptcha/')
    const challenge = await open('')
    expect(await challenge.token('save_card')).toBeNull()
    expect(asked).toEqual([])
  })

  it('loads its script once, with the first token', async () => {
    const asked = askedFor('/api.js')
    const challenge = await open()
    expect(asked).toHaveLength(0)
    await Promise.all([challenge.token('save_card'), challenge.token('save_card')])
    expect(asked).toHaveLength(1)
  })

  it('is unavailable when the script never becomes ready', async () => {
    await page.route('**/recaptcha/api.js*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.grecaptcha = { ready: () => {} }',
      }),
    )
    const challenge = await open(withScript('&timeout=2000'))
    await expect(challenge.token('save_card')).rejects.toMatchObject({ port: 'challenge' })
  })
})
