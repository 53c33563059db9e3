import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { earlySubmitScript } from '#web/journey/early-submit.ts'
import { sessionScript } from '#web/shell/session-attribute.ts'
import { openWithLateFonts, shiftsOf } from '../support/page-checks.ts'
import type { World } from '../support/world.ts'

const pagePaths = readdirSync('web/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => `/${file.replace(/\.tsx$/, '').replace(/^index$/, '')}`)

export const describeServerRendering = (world: () => World) =>
  describe('the server-rendered HTML', () => {
    const html = async (path: string) =>
      (await fetch(world().urls.site + path, { headers: { accept: 'text/html' } })).text()

    it('contains the question that the URL names', async () => {
      const { questions } = await world().records.ask<{ questions: { prompt: string }[] }>(
        'coaching/diagnosis/public/questions?kind=survey',
      )
      const third = await html('/sign-up/survey?step=3')
      expect(third).toContain(`>${questions[2]?.prompt}</h1>`)
      expect(third).toContain('>Question 3 of 11 | Evenkeel</title>')
      expect(await html('/sign-up/survey')).toContain(`>${questions[0]?.prompt}</h1>`)
    })

    it('contains the first statement of the money beliefs', async () => {
      expect(await html('/sign-up/money-belief')).toContain('Statement 1 of 16')
    })

    it('contains the question that the URL names in the standalone assessment', async () => {
      expect(await html('/assessment/survey?step=3')).toContain(
        '>Question 3 of 11 | Evenkeel</title>',
      )
      expect(await html('/assessment/money-belief')).toContain('Statement 1 of 16')
    })

    it.each([
      ...[
        'choose-subscription-plan',
        'create-account',
        'verify-email',
        'payment',
        'personal-details',
        'download-app',
      ].map((step) => `sign-up/${step}`),
      ...['payment', 'create-account', 'verify-email', 'email-confirmed', 'download-app'].map(
        (step) => `enroll/${step}`,
      ),
      ...['money-belief-behavior', 'money-belief-manage'].map((step) => `assessment/${step}`),
    ])('has a heading on %s for every visitor', async (path) => {
      expect(await html(`/${path}`)).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    })

    it.each(['sign-up/money-belief-result', 'assessment/money-belief-overview'])(
      'of %s has the heading of a result that is only in local storage',
      async (path) => {
        expect(await html(`/${path}`)).toContain('>Your money beliefs</h1>')
      },
    )

    it.each([
      ['/sign-up/create-account', 'your results and your plan'],
      ['/enroll/create-account', 'your plan'],
    ])('contains the intro of %s', async (path, kept) => {
      expect(await html(path)).toContain(`<p>It keeps ${kept} in one place.</p>`)
    })

    it.each(['/', '/termsofuse', '/sign-up/survey?step=2'])(
      'of %s is compressed, has a policy with its scripts’ hashes, and is answered 304 when unchanged',
      async (path) => {
        const url = world().urls.site + path
        // A browser sends these on a reload. Without them, fetch would add "no-cache" to a request
        // with an ETag.
        const headers = { 'accept-encoding': 'br', 'cache-control': 'max-age=0' }
        const answer = await fetch(url, { headers })
        expect(answer.headers.get('content-encoding')).toBe('br')
        const inline = [
          ...(await answer.text()).matchAll(/<script(?: id="[^"]*")?>([^]*?)<\/script>/g),
        ].map(([, text = '']) => text)
        expect(inline.length).toBeGreaterThan(1)
        for (const text of inline) {
          expect(answer.headers.get('content-security-policy')).toContain(
            createHash('sha256').update(text).digest('base64'),
          )
        }
        const again = await fetch(url, {
          headers: { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' },
        })
        expect(again.status).toBe(304)
      },
    )

    it('preloads only scripts and data that exist', async () => {
      for (const path of ['/', '/termsofuse', '/sign-up/survey', '/sign-up/payment']) {
        const { headers } = await fetch(world().urls.site + path)
        const preloads = [...(headers.get('link') ?? '').matchAll(/<([^<>]+)>; rel=preload/g)]
        expect(preloads.length).toBeGreaterThan(4)
        for (const [, href = ''] of preloads)
          expect((await fetch(world().urls.site + href)).status).toBe(200)
      }
    })

    it('preloads the two fonts that its styles name', async () => {
      for (const path of ['/', '/termsofuse', '/sign-up/survey']) {
        const document = await html(path)
        const preloaded = [
          ...document.matchAll(
            /<link rel="preload" as="font" type="font\/woff2" crossorigin="anonymous" href="([^"]+)"/gi,
          ),
        ]
        const named = [...document.matchAll(/url\(([^)]+\.woff2)\)/g)]
        expect(preloaded.map(([, href]) => href).toSorted()).toEqual(
          named.map(([, href]) => href).toSorted(),
        )
        expect(preloaded).toHaveLength(2)
        for (const [, href = ''] of preloaded)
          expect((await fetch(world().urls.site + href)).headers.get('content-type')).toBe(
            'font/woff2',
          )
      }
    })

    it.each([
      '/',
      '/how-it-works',
      '/company',
      '/careers',
      '/press',
      '/termsofuse',
      '/privacy-policy',
      '/security',
    ])('of %s has no layout shift when its fonts load late', async (path) => {
      for (const width of [360, 412, 1280]) {
        const visitor = await world().visitor({ width, reached: 'never-here' })
        await openWithLateFonts(visitor.page, path)
        expect({ width, shifts: await shiftsOf(visitor.page) }).toEqual({ width, shifts: [] })
        expect(visitor.complaints()).toEqual([])
        await visitor.context.close()
      }
    })

    it.each(pagePaths)('of %s reads local storage only in its head', async (path) => {
      const [head = '', body] = (await html(path)).split('</head>')
      expect(head).toContain(sessionScript + earlySubmitScript)
      expect(body).not.toContain('localStorage')
    })

    it('is the 404 page, with its status, for an unknown path', async () => {
      const answer = await fetch(`${world().urls.site}/company/nobody`, {
        headers: { accept: 'text/html' },
      })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('We can’t find that page')
    })
  })
