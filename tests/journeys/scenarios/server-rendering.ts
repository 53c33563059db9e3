import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { earlySubmitScript } from '#web/app/early-submit.ts'
import { sessionScript } from '#web/app/session-attribute.ts'
import { eventually } from '../support/eventually.ts'
import { shiftsOf } from '../support/look.ts'
import type { World } from '../support/world.ts'

const pagePaths = readdirSync('web/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => `/${file.replace(/\.tsx$/, '').replace(/^index$/, '')}`)

export const describeServerRendering = (world: () => World) =>
  describe('the HTML of the server', () => {
    const html = async (path: string) => (await fetch(world().urls.site + path, { headers: { accept: 'text/html' } })).text()

    it('holds the question that the URL names', async () => {
      const { questions } = await world().records.ask<{ questions: { prompt: string }[] }>(
        'coaching/diagnosis/public/questions?kind=survey',
      )
      const third = await html('/sign-up/survey?step=3')
      expect(third).toContain(`>${questions[2]?.prompt}</h1>`)
      expect(third).toContain('>Question 3 of 11 | Evenkeel</title>')
      expect(await html('/sign-up/survey')).toContain(`>${questions[0]?.prompt}</h1>`)
    })

    it('holds the first statement of the money beliefs', async () => {
      expect(await html('/sign-up/money-belief')).toContain('Statement 1 of 16')
    })

    it('holds the same question in the standalone assessment', async () => {
      expect(await html('/assessment/survey?step=3')).toContain('>Question 3 of 11 | Evenkeel</title>')
      expect(await html('/assessment/money-belief')).toContain('Statement 1 of 16')
    })

    it.each([
      ...['choose-subscription-plan', 'create-account', 'verify-email', 'payment', 'personal-details', 'download-app'].map((step) => `sign-up/${step}`),
      ...['payment', 'create-account', 'verify-email', 'email-confirmed', 'download-app'].map((step) => `enroll/${step}`),
      ...['money-belief-behavior', 'money-belief-manage'].map((step) => `assessment/${step}`),
    ])('holds the layout of %s for whoever asks', async (path) => {
      expect(await html(`/${path}`)).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    })

    it.each(['sign-up/money-belief-result', 'assessment/money-belief-overview'])('of %s holds the layout of a result that only the device knows', async (path) => {
      expect(await html(`/${path}`)).toContain('>Your result</h1>')
    })

    it.each(['/sign-up/create-account', '/enroll/create-account'])('holds the words under the heading of %s', async (path) => {
      expect(await html(path)).toContain('<p>It keeps your results and your plan in one place, for you alone.</p>')
    })

    it.each(['/', '/termsofuse', '/sign-up/survey?step=2'])('of %s is compressed, has its policy, and is not sent twice', async (path) => {
      const url = world().urls.site + path
      // As a browser reloads; fetch would otherwise add "no-cache" to a request that names an ETag.
      const headers = { 'accept-encoding': 'br', 'cache-control': 'max-age=0' }
      const answer = await fetch(url, { headers })
      expect(answer.headers.get('content-encoding')).toBe('br')
      const inline = [...(await answer.text()).matchAll(/<script(?: id="[^"]*")?>([^]*?)<\/script>/g)].map(([, text = '']) => text)
      expect(inline.length).toBeGreaterThan(1)
      for (const text of inline) {
        expect(answer.headers.get('content-security-policy')).toContain(createHash('sha256').update(text).digest('base64'))
      }
      const again = await fetch(url, { headers: { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    })

    it('preloads scripts and data that are there', async () => {
      for (const path of ['/', '/termsofuse', '/sign-up/survey', '/sign-up/payment']) {
        const { headers } = await fetch(world().urls.site + path)
        const preloads = [...(headers.get('link') ?? '').matchAll(/<([^<>]+)>; rel=preload/g)]
        expect(preloads.length).toBeGreaterThan(4)
        for (const [, href = ''] of preloads) expect((await fetch(world().urls.site + href)).status).toBe(200)
      }
    })

    it('gets the whole style sheet once it is alive', async () => {
      const visitor = await world().visitor({})
      await visitor.open('/')
      await visitor.page.locator('body > link[rel="stylesheet"][media="all"]').waitFor({ state: 'attached' })
      expect(visitor.complaints()).toEqual([])
      await visitor.context.close()
    })

    it('asks for its typefaces once, however often it is shown again', async () => {
      const visitor = await world().visitor({ reached: 'never-here' })
      const { page } = visitor
      await page.addInitScript(() => {
        const load = FontFace.prototype.load
        FontFace.prototype.load = function () {
          const { dataset } = document.documentElement
          dataset['asked'] = `${dataset['asked'] ?? ''}${this.weight}. `
          return load.call(this)
        }
      })
      await page.goto('/sign-up/survey')
      await page.waitForFunction(() => window.typefaces?.().every((face) => document.fonts.has(face)))
      await page.locator('main form').getByRole('radio').nth(1).check({ force: true })
      await visitor.press('Next')
      await visitor.at(/step=2/)
      expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBe('300 900. 400. ')
      await visitor.context.close()
    })

    it('leaves the network to the scripts before it fetches typefaces, and needs no scripts for them on a later visit', async () => {
      const visitor = await world().visitor({ reached: 'never-here' })
      const { page } = visitor
      const areShown = () => page.evaluate(() => window.typefaces?.().some((face) => document.fonts.has(face)))
      const areThere = () => page.waitForFunction(() => window.typefaces?.().every((face) => document.fonts.has(face)))
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const framework = /\/framework-[^/]*\.js$/
      let letThrough = () => {}
      const held = new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await page.route(framework, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(world().urls.site, { waitUntil: 'domcontentloaded' })
      expect([await areShown(), asked.filter((url) => url.endsWith('.woff2'))]).toEqual([false, []])
      letThrough()
      await areThere()
      await page.waitForFunction((key) => key in localStorage, PERSISTED_STATE)
      await page.unroute(framework)
      await page.route(framework, () => {})
      await page.reload({ waitUntil: 'commit' })
      await areThere()
      await visitor.context.close()
    })

    it.each([
      ['/how-it-works', 360], ['/how-it-works', 412], ['/how-it-works', 1280], ['/press', 1280], ['/termsofuse', 1280], ['/security', 1280],
    ] as const)('of %s moves nothing in sight at %i when its typefaces come late, and they are there with the next page', async (path, width) => {
      const visitor = await world().visitor({ width, reached: 'never-here' })
      const { page } = visitor
      let letThrough = () => {}
      const held = new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await page.route('**/*.woff2', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      letThrough()
      await page.locator('body > link[rel="stylesheet"][media="all"]').waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      expect(await shiftsOf(page)).toEqual([])
      await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click()
      await visitor.at('/careers')
      await page.waitForFunction(() => window.typefaces?.().every((face) => document.fonts.has(face)))
      expect(visitor.complaints()).toEqual([])
      await visitor.context.close()
    })

    it('of much text has its typefaces from the first paint on where the browser has them', async () => {
      const visitor = await world().visitor({ reached: 'never-here' })
      const { page } = visitor
      await page.addInitScript(() => {
        // Not by its class: it has no global name in every version of Chromium.
        const fontFaceSet = Object.getPrototypeOf(document.fonts) as FontFaceSet
        const { add } = fontFaceSet
        fontFaceSet.add = function (face) {
          document.documentElement.dataset['shownBeforePaint'] ??= String(performance.getEntriesByType('paint').length === 0)
          return add.call(this, face)
        }
      })
      await visitor.open('/termsofuse')
      // A busy machine may paint before it has read its cache.
      await eventually(async () => {
        await page.reload({ waitUntil: 'networkidle' })
        expect(await page.evaluate(() => document.documentElement.dataset['shownBeforePaint'])).toBe('true')
      })
      await visitor.context.close()
    })

    it.each(pagePaths)('of %s reads the storage in its head alone', async (path) => {
      const [head = '', body] = (await html(path)).split('</head>')
      expect(head).toContain(sessionScript + earlySubmitScript)
      expect(body).not.toContain('localStorage')
    })

    it('is a page of its own, with its status, where there is nothing', async () => {
      const answer = await fetch(`${world().urls.site}/company/nobody`, { headers: { accept: 'text/html' } })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('There is nothing at this address')
    })
  })
