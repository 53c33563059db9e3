import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aSite, aSiteConfig, renderedDocumentOf } from './a-site.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the server of the site', () => {
  describe('files', () => {
    it.each([
      ['br, gzip', 'br'],
      ['gzip, deflate', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['deflate', undefined],
    ])('come as packed at the build for a browser that takes %s', async (accepted, encoding) => {
      const answer = await aSite().get('/app-1.js', { 'accept-encoding': accepted })
      const bytes = answer.rawPayload
      const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(text.toString()).toBe('run()'.repeat(200))
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      })
    })

    it('answer 304 to whoever has them, in any encoding', async () => {
      const { get } = aSite()
      const { etag } = (await get('/')).headers
      const again = await get('/', { 'if-none-match': `"other", ${String(etag)}`, 'accept-encoding': 'br' })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    })

    it('carry, as documents, a policy with the hashes of what they hold', async () => {
      const { headers } = await aSite().get('/company')
      expect(headers['content-security-policy']).toContain(hash('say("Company")'))
      expect(headers['content-security-policy']).toContain(`'unsafe-hashes' ${hash('outline:none')}`)
      expect(headers['x-frame-options']).toBe('DENY')
    })
  })

  describe('pages that are rendered at each request', () => {
    it('preload their script and the application, and carry the hashes of what was really sent', async () => {
      const { get } = aSite((_, query) => ({ data: `step ${(query as { step: string }).step}` }))
      for (const step of ['1', '2']) {
        const answer = await get(`/sign-up/survey?step=${step}`)
        const scripts = [...answer.body.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, text = '']) => text)
        expect(scripts[0]).toContain(`window.pagePath="/sign-up/survey?step=${step}"`)
        expect(scripts[0]).toContain(`"path":"/sign-up/survey?step=${step}"`)
        expect(scripts[1]).toBe(`say("step ${step}")`)
        for (const script of scripts) expect(answer.headers['content-security-policy']).toContain(hash(script))
        expect(answer.body).toContain('as="script" fetchpriority="low" href="/survey-1.js"')
        expect(answer.body).toContain('as="script" fetchpriority="low" href="/application-1.js"')
        expect(answer.body).not.toContain('page-data/sign-up/survey')
      }
    })

    it.each(['', '?utm_source=mail'])('are rendered anew when their data differ, and not when they are the same (asked for with "%s")', async (query) => {
      let data = 'first'
      const { get, rendered } = aSite(() => ({ data }))
      await get(`/sign-up/survey${query}`)
      const { etag } = (await get(`/sign-up/survey${query}`)).headers
      expect((await get(`/sign-up/survey${query}`, { 'if-none-match': String(etag) })).statusCode).toBe(304)
      expect(rendered).toHaveLength(1)
      data = 'second'
      const changed = await get(`/sign-up/survey${query}`, { 'if-none-match': String(etag) })
      expect(changed.statusCode).toBe(200)
      expect(changed.body).toContain('second')
      expect((await get(`/sign-up/survey${query}`, { 'if-none-match': String(changed.headers.etag) })).statusCode).toBe(304)
    })

    it('are not rendered anew for a query that their data do not depend on, and carry it all the same', async () => {
      const { get, rendered } = aSite()
      const etags = new Set<unknown>()
      for (const query of ['', '?utm_source=mail', '?utm_source=%22%3C%2Fscript%3E']) {
        const answer = await get(`/sign-up/survey${query}`)
        expect(answer.body).toContain(`window.pagePath="/sign-up/survey${query}"`)
        etags.add(answer.headers.etag)
      }
      expect(rendered).toHaveLength(1)
      expect(etags.size).toBe(3)
    })

    it('are packed in haste for the first who asks, and harder for the next', async () => {
      const words = Array.from({ length: 4000 }, (_, index) => `word ${((index * 2_654_435_761) >>> 7) % 1000}`).join(' ')
      const { get } = aSite(() => ({ data: words }))
      const ask = async () => (await get('/sign-up/survey', { 'accept-encoding': 'br' })).rawPayload
      const first = await ask()
      await expect.poll(async () => (await ask()).length).toBeLessThan(first.length)
      expect(brotliDecompressSync(await ask())).toEqual(brotliDecompressSync(first))
    })

    it('keep the status they ask for', async () => {
      expect((await aSite(() => ({ status: 410 })).get('/sign-up/survey')).statusCode).toBe(410)
    })

    it('give their data to the runtime', async () => {
      const answer = await aSite(() => ({ data: 'here' })).get('/page-data/sign-up/survey/page-data.json?step=2')
      expect(answer.json()).toEqual({ componentChunkName: 'survey', path: '/sign-up/survey?step=2', result: 'here' })
    })

    it('show the page for faults when they can not be rendered, tell of it, and try again', async () => {
      let isBroken = true
      const { get, faults } = aSite(() => ({
        html: () => {
          if (isBroken) throw new Error('broken')
          return renderedDocumentOf('/sign-up/survey', 'whole')
        },
      }))
      const answer = await get('/sign-up/survey?email=secret')
      expect(answer.statusCode).toBe(500)
      expect(answer.body).toContain('Broken')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(faults).toEqual(['/sign-up/survey'])
      isBroken = false
      expect((await get('/sign-up/survey')).statusCode).toBe(200)
    })
  })

  it('renders a deferred page once, for all who ask at the same time and later', async () => {
    const { get, rendered } = aSite()
    const answers = await Promise.all([get('/termsofuse'), get('/termsofuse'), get('/termsofuse?utm_source=mail')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(rendered).toEqual(['/termsofuse'])
    expect(answers[0]?.body).toContain('href="/page-data/termsofuse/page-data.json"')
  })

  describe('other addresses', () => {
    it('are not found: a page for people, a line for scripts', async () => {
      const { get } = aSite()
      const page = await get('/nowhere')
      expect([page.statusCode, page.headers['cache-control']]).toEqual([404, 'no-cache'])
      expect(page.body).toContain('Nothing here')
      const line = await get('/nowhere.js', { accept: '*/*' })
      expect([line.statusCode, line.body]).toEqual([404, 'Not found.'])
    })

    it.each([['/404', 404], ['/500', 500]])('%s has its own status', async (path, status) => {
      expect((await aSite().get(path)).statusCode).toBe(status)
    })

    it.each([
      ['/company/', '/company'],
      ['/company/?utm_source=mail', '/company?utm_source=mail'],
      ['/sign-up/survey/', '/sign-up/survey'],
      ['/terms', '/termsofuse'],
    ])('%s leads to %s', async (from, to) => {
      const answer = await aSite().get(from)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, to])
    })

    it.each(['//elsewhere.test/', '/nowhere/', '/%2F%2Felsewhere.test/'])('%s leads nowhere', async (path) => {
      expect((await aSite().get(path)).statusCode).toBe(404)
    })

    it('that can not be read are refused', async () => {
      expect((await aSite().get('/%E0%A4%A')).statusCode).toBe(400)
    })

    it('take no other method', async () => {
      const { app } = aSite()
      const answer = await app.inject({ method: 'POST', url: '/' })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
    })
  })

  it('tells browsers its configuration, and monitors that it is well and of which build', async () => {
    const { get } = aSite()
    expect((await get('/config.json')).json()).toEqual(aSiteConfig)
    expect((await get('/health')).json()).toEqual({ status: 'ok', build: 'build-1' })
  })
})
