import { describe, expect, it } from 'vitest'
import { projectRoot } from '#sandbox/site-build.ts'
import { contentsOf } from '#web/server/documents.ts'
import { readSiteManifest } from '#web/server/site-manifest.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { pageDataPath } from '#web/gatsby/internals.ts'

const poison = '</script><script>window.PWN=1</script>'

/** The parameters of the site's links, mails and campaigns, and others that a page might read. */
const parameters = [
  'returnTo',
  'step',
  'plan',
  'email',
  'mode',
  'oobCode',
  'apiKey',
  'continueUrl',
  'lang',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'FEATURE_tracking',
  'code',
  'setup_intent',
  'redirect_status',
  '__proto__',
  'path',
  'pagePath',
]

const headers = [
  'referer',
  'user-agent',
  'cookie',
  'accept-language',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-original-url',
  'origin',
]

const notFound = 'We can’t find that page'

export const describeCraftedAddresses = (world: () => World) =>
  describe('a crafted address', () => {
    const answerOf = async (path: string, more: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(world().urls.site + path, {
        headers: { accept: 'text/html', ...more },
      })
      return {
        status: answer.status,
        policy: answer.headers.get('content-security-policy'),
        etag: answer.headers.get('etag'),
        body: await answer.text(),
      }
    }

    /** Opens a page as a new visitor, and returns which requests left the site. */
    const opened = async (path: string, act: (visitor: Visitor) => Promise<unknown>) => {
      const { urls, visitor: newVisitor } = world()
      const visitor = await newVisitor()
      visitor.expectStatus(404)
      const hosts = new Set<string>()
      visitor.context.on('request', (request) => hosts.add(new URL(request.url()).host))
      await visitor.page.goto(urls.site + path, { waitUntil: 'networkidle' })
      await act(visitor)
      await visitor.page.waitForLoadState('networkidle')
      const own = Object.values(urls).map((url) => new URL(url).hostname)
      expect([...hosts].filter((host) => !own.includes(host.split(':')[0] ?? ''))).toEqual([])
      expect(await visitor.page.evaluate(() => 'PWN' in window)).toBe(false)
      expect(visitor.complaints()).toEqual([])
      await visitor.context.close()
    }

    const seeNotFound = async ({ page }: Visitor) => {
      await page.getByRole('heading', { name: notFound }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
      await page.waitForURL((url) => url.pathname === '/')
    }

    it('does not run its script at sign-in', () =>
      opened(`/sign-in?returnTo=${poison}`, async ({ page }) => {
        await page.getByLabel('Email').fill('ada@example.com')
        expect(await page.evaluate(() => 'PWN' in window)).toBe(false)
      }))

    it('returns the same document as the plain address on every rendered route, whatever its query and headers', async () => {
      const routes = readSiteManifest(projectRoot).pages.map(({ path }) => path)
      expect(routes.length).toBeGreaterThan(30)
      const query = parameters.map((name) => `${name}=${encodeURIComponent(poison)}`).join('&')
      for (const route of routes) {
        const plain = await answerOf(route)
        expect(plain.status).toBe(200)
        expect(contentsOf(plain.body).scripts.length).toBeGreaterThan(4)
        const poisoned = await answerOf(
          `${route}?${query}`,
          Object.fromEntries(headers.map((name) => [name, poison])),
        )
        expect({ route, ...poisoned }).toEqual({ route, ...plain })
        expect({ route, ...(await answerOf(`${route}?${poison}`)) }).toEqual({ route, ...plain })
      }
    })

    it.each([
      '',
      '?step=3',
      '?step=3&a=1&a=2',
      '?a=%',
      '?a=b+c&utm_source=%C3%A4',
      '?step=99',
      '?step=result&__proto__=1',
    ])(
      'of the survey with "%s" needs no second request for the page’s data, and matches what was served',
      (query) =>
        opened(`/sign-up/survey${query}`, async ({ page }) => {
          await page.getByRole('main').getByRole('radio').first().waitFor({ state: 'attached' })
          const asked = await page.evaluate(() =>
            performance.getEntriesByType('resource').map(({ name }) => name),
          )
          expect(asked.filter((url) => url.includes(pageDataPath('/sign-up/survey')))).toEqual([])
        }),
    )

    it.each([
      '/%',
      '/company/%E0%A4%A',
      '/%2Fevil.example',
      '/%2f%2fevil.example/a',
      '//evil.example',
      '/%5cevil.example',
      '/%5c%5cevil.example',
      '/%09/evil.example',
      '/%0a%5cevil.example',
      '/account/HTTPS%3A%2F%2Fevil.example',
      '/static/%2F%2Fevil%252eexample',
      '/page-data/%2F%2F203.0.113.7',
      '/static/..%2f..%2fpackage.json',
      '/%40evil.example',
      '/enroll/%3Cscript%3EPWN=1%3C%2Fscript%3E',
    ])('%s leads to the 404 page, and to no other site', async (path) => {
      expect(await answerOf(path)).toMatchObject({
        status: 404,
        body: expect.stringContaining(notFound) as string,
      })
      await opened(path, seeNotFound)
    })

    it.each(['/sign-up/nope', '/enroll/nope', '/assessment/nope/nope', '/account/nope', '/nope'])(
      '%s is served with status 404, and the application keeps showing the 404 page',
      async (path) => {
        expect((await answerOf(path)).status).toBe(404)
        await opened(path, seeNotFound)
      },
    )

    it.each([
      ['/index', '/'],
      ['/index.html', '/'],
      ['/sign-up', '/sign-up/survey'],
      ['/enroll', '/enroll/payment'],
      ['/assessment', '/assessment/survey'],
    ])('%s leads to %s, with its query', (path, start) =>
      opened(`${path}?utm_source=mail`, async (visitor) =>
        expect(visitor.path()).toContain(`${start}?utm_source=mail`),
      ),
    )

    it.each([
      ['/sign-up', '/sign-up/survey'],
      ['/enroll', '/enroll/payment'],
      ['/assessment', '/assessment/survey'],
    ])('%s leads to %s from within the site, without loading a new document', (path, start) =>
      opened('/sign-in', async (visitor) => {
        const { page } = visitor
        const isHere = await page.evaluateHandle(() => document)
        await page.evaluate(
          (to) => (window as unknown as { ___navigate: (to: string) => void }).___navigate(to),
          path,
        )
        await visitor.at(start)
        await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
        expect(await isHere.evaluate((before) => before === document)).toBe(true)
      }),
    )

    it.each(['/#%', '/privacy-policy#100%', '/sign-up/survey#%E0%A4%A', '/nope#%'])(
      '%s shows its page even though the hash cannot be decoded',
      (path) =>
        opened(path, async ({ page }) => {
          await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
          await page.waitForFunction(
            () => document.documentElement.dataset['session'] !== undefined,
          )
          expect(await page.getByRole('main').innerText()).not.toBe('')
        }),
    )

    it('keeps its page when a hash that cannot be decoded is removed', () =>
      opened('/privacy-policy', async ({ page }) => {
        const heading = await page.getByRole('heading', { level: 1 }).innerText()
        await page.evaluate(() => {
          window.location.hash = '#100%'
        })
        await page.waitForFunction(() => window.location.hash === '#100%25')
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
        await page.goBack()
        await page.waitForFunction(() => window.location.hash === '')
        expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
      }))
  })
