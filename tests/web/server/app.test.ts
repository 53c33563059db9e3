import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aSetting, aSite, aSiteConfig, renderedDocumentOf } from './a-site.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the server of the site', () => {
  describe('files', () => {
    it.each([
      ['br, gzip', 'br'],
      ['gzip, deflate', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['deflate', undefined],
    ])('are sent in an encoding that the browser accepts: %s', async (accepted, encoding) => {
      const answer = await aSite().get('/app-1.js', { 'accept-encoding': accepted })
      const bytes = answer.rawPayload
      const text =
        encoding === 'br'
          ? brotliDecompressSync(bytes)
          : encoding === 'gzip'
            ? gunzipSync(bytes)
            : bytes
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(text.toString()).toBe('run()'.repeat(200))
      expect(answer.headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      })
    })

    it('may be used by pages of other origins only if they are fonts', async () => {
      const allowed = async (url: string) =>
        (await aSite().get(url)).headers['access-control-allow-origin']
      expect(await allowed('/text-1.woff2')).toBe('*')
      expect(await allowed('/app-1.js')).toBeUndefined()
    })

    it.each(['/robots.txt', '/.well-known/security.txt'])(
      '%s without a hash in its name is revalidated each time',
      async (url) => {
        const answer = await aSite().get(url)
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
          200,
          'public, max-age=0',
        ])
        expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      },
    )

    it.each([
      '/app-1.js.br',
      '/app-1.js.gz',
      '/manifest.json',
      '/index.html',
      '/documents/index.html',
    ])('%s is not served', async (url) => {
      expect((await aSite().get(url)).statusCode).toBe(404)
    })

    it('that are documents preload what they need, and are revalidated each time', async () => {
      const { headers } = await aSite().get('/company')
      expect(headers.link).toBe('</survey-1.js>; rel=preload; as=script; fetchpriority=low')
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    })

    it('result in a 304 response when the browser already has them', async () => {
      const { get } = aSite()
      const { etag } = (await get('/')).headers
      const again = await get('/', { 'if-none-match': `"other", ${String(etag)}` })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    })

    it('that are documents carry a policy with hashes of their inline scripts and styles', async () => {
      const { headers } = await aSite().get('/company')
      expect(headers['content-security-policy']).toContain(hash('say("Company")'))
      expect(headers['content-security-policy']).toContain(
        `'unsafe-hashes' ${hash('outline:none')}`,
      )
      expect(headers['x-frame-options']).toBe('DENY')
    })

    it('that are documents keep the pop-ups of payment wallets connected', async () => {
      const { headers } = await aSite().get('/company')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    })
  })

  describe('pages that are rendered at each request', () => {
    it('preload what they need, and have a policy with the hashes of the scripts sent', async () => {
      const { get } = aSite((_, { step }) => ({ data: `step ${String(step)}` }))
      for (const step of ['1', '2']) {
        const answer = await get(`/sign-up/survey?step=${step}`)
        const scripts = [...answer.body.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(
          ([, text = '']) => text,
        )
        expect(scripts[0]).toContain(`"result":"step ${step}"`)
        expect(scripts[1]).toBe('say("hello")')
        for (const script of scripts)
          expect(answer.headers['content-security-policy']).toContain(hash(script))
        expect(answer.headers.link).toContain('</survey-1.js>; rel=preload; as=script')
      }
    })

    it.each(['', '?utm_source=mail'])(
      'are rendered again only when their data differ (with query "%s")',
      async (query) => {
        let data = 'first'
        const { get, rendered } = aSite(() => ({ data }))
        await get(`/sign-up/survey${query}`)
        const { etag } = (await get(`/sign-up/survey${query}`)).headers
        expect(
          (await get(`/sign-up/survey${query}`, { 'if-none-match': String(etag) })).statusCode,
        ).toBe(304)
        expect(rendered).toHaveLength(1)
        data = 'second'
        const changed = await get(`/sign-up/survey${query}`, { 'if-none-match': String(etag) })
        expect(changed.statusCode).toBe(200)
        expect(changed.body).toContain('second')
        expect(
          (await get(`/sign-up/survey${query}`, { 'if-none-match': String(changed.headers.etag) }))
            .statusCode,
        ).toBe(304)
      },
    )

    it('receive nothing of the request but its `step` parameter', async () => {
      const told: unknown[] = []
      const { get } = aSite((_, request) => {
        told.push(request)
        return {}
      })
      await get('/sign-up/survey?step=2&returnTo=%3C%2Fscript%3E&__proto__=x', {
        referer: 'http://evil.test',
        cookie: 'a=b',
      })
      expect(told).toEqual([{ step: '2' }])
    })

    it('are the same document for every query', async () => {
      const { get, rendered } = aSite()
      const answers = await Promise.all(
        [
          '',
          '?utm_source=mail',
          '?returnTo=</script><script>window.PWN=1</script>',
          '?a=%',
          '?a&a=1&a=2',
        ].map((query) => get(`/sign-up/survey${query}`)),
      )
      expect(rendered).toHaveLength(1)
      for (const { body, headers } of answers) {
        expect(body).toBe(answers[0]?.body)
        expect(headers['content-security-policy']).toBe(
          answers[0]?.headers['content-security-policy'],
        )
      }
    })

    it.each([
      [
        'a script of its own',
        (html: string) => html.replace('same', '<script>window.PWN=1</script>'),
      ],
      [
        'a file',
        (html: string) => html.replace('same', '<script src="http://evil.test/a.js"></script>'),
      ],
      [
        'a script that the page already has',
        (html: string) => html.replace('same', '<script>say("hello")</script>'),
      ],
      [
        'a script within an SVG',
        (html: string) => html.replace('same', '<svg><script>window.PWN=1</script></svg>'),
      ],
      [
        'a script within a template',
        (html: string) =>
          html.replace('same', '<template><script>window.PWN=1</script></template>'),
      ],
      [
        'data that ends its script',
        (html: string) => html.replace('"survey"', '"</script><script>window.PWN=1</script>"'),
      ],
    ])('fail with a reported error when something has injected %s', async (_, write) => {
      const { get, errors } = aSite(() => ({
        html: () => write(renderedDocumentOf('/sign-up/survey', 'same')),
      }))
      const answer = await get('/sign-up/survey')
      expect(answer.statusCode).toBe(500)
      expect(answer.body).not.toContain('PWN')
      expect(answer.headers['content-security-policy']).not.toContain(hash('window.PWN=1'))
      expect(errors).toEqual([
        expect.stringContaining(
          '/sign-up/survey: The document has a script that is not of the build',
        ),
      ])
    })

    it.each([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['', undefined],
    ])('are sent in an encoding that the browser accepts: "%s"', async (accepted, encoding) => {
      const answer = await aSite().get('/sign-up/survey', { 'accept-encoding': accepted })
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
      const bytes = answer.rawPayload
      const body = encoding ? unpack[encoding as 'br' | 'gzip'](bytes) : bytes
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        encoding,
        'accept-encoding',
      ])
      expect(body.toString()).toBe(renderedDocumentOf('/sign-up/survey', 'same'))
    })

    it('are sent with the status that they set', async () => {
      expect((await aSite(() => ({ status: 410 })).get('/sign-up/survey')).statusCode).toBe(410)
    })

    it('may set headers, but cannot replace the security headers', async () => {
      const headers = {
        'x-frame-options': 'SAMEORIGIN',
        'content-language': 'en',
        'cache-control': 'private',
      }
      const answer = await aSite(() => ({ headers })).get('/sign-up/survey')
      expect(answer.headers).toMatchObject({ ...headers, 'x-frame-options': 'DENY' })
    })

    it('have their data served as page-data.json', async () => {
      const answer = await aSite(() => ({ data: 'here' })).get(
        '/page-data/sign-up/survey/page-data.json?step=2',
      )
      expect(answer.json()).toEqual({
        componentChunkName: 'survey',
        path: '/sign-up/survey',
        result: 'here',
      })
    })

    it('show and report an error when they cannot be rendered, and try again at the next request', async () => {
      let isBroken = true
      const { get, errors } = aSite(() => ({
        html: () => {
          if (isBroken) throw new Error('broken')
          return renderedDocumentOf('/sign-up/survey', 'whole')
        },
      }))
      const answer = await get('/sign-up/survey?email=secret')
      expect(answer.statusCode).toBe(500)
      expect(answer.body).toContain('Broken')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(errors).toEqual(['/sign-up/survey: broken'])
      isBroken = false
      expect((await get('/sign-up/survey')).statusCode).toBe(200)
    })
  })

  it('renders a deferred page once for concurrent and later requests', async () => {
    const { get, rendered } = aSite()
    const answers = await Promise.all([
      get('/termsofuse'),
      get('/termsofuse'),
      get('/termsofuse?utm_source=mail'),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(rendered).toEqual(['/termsofuse'])
  })

  describe('other addresses', () => {
    it('result in 404, with a page for browsers and one line of text for scripts', async () => {
      const { get } = aSite()
      const page = await get('/nowhere')
      expect([page.statusCode, page.headers['cache-control']]).toEqual([404, 'no-cache'])
      expect(page.body).toContain('Nothing here')
      expect(page.headers).not.toHaveProperty('etag')
      const line = await get('/nowhere.js', { accept: '*/*' })
      expect([line.statusCode, line.body]).toEqual([404, 'Not found.'])
    })

    it.each([
      ['/404', 404],
      ['/500', 500],
    ])('%s has the status %i', async (path, status) => {
      expect((await aSite().get(path)).statusCode).toBe(status)
    })

    it.each([
      ['/company/', '/company'],
      ['/company/?utm_source=mail', '/company?utm_source=mail'],
      ['/sign-up/survey/', '/sign-up/survey'],
      ['/health/', '/health'],
      ['/config.json/', '/config.json'],
      ['/terms', '/termsofuse'],
      ['/terms?utm_source=mail', '/termsofuse?utm_source=mail'],
    ])('%s redirects to %s', async (from, to) => {
      const answer = await aSite().get(from)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, to])
    })

    it.each(['//elsewhere.test/', '/nowhere/', '/%2F%2Felsewhere.test/'])(
      '%s results in 404, not in a redirect',
      async (path) => {
        expect((await aSite().get(path)).statusCode).toBe(404)
      },
    )

    it.each(['/%', '/%E0%A4%A', '/company/%', '/%?a=1'])(
      '%s, which cannot be decoded, results in 404',
      async (path) => {
        const answer = await aSite().get(path)
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-cache'])
        expect(answer.body).toContain('Nothing here')
      },
    )

    it.each([
      '/%2Fevil.example',
      '/%5cevil.example',
      '//evil.example',
      '//evil.example/',
      '/%5c%5cevil.example',
    ])('%s results in 404', async (path) => {
      const answer = await aSite().get(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('Nothing here')
    })

    it('with 15,000 slashes results in 404', async () => {
      const answer = await aSite().get(`/${'/'.repeat(15_000)}a`)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('Nothing here')
    })

    it('refuse methods other than GET and HEAD', async () => {
      const { app } = aSite()
      const answer = await app.inject({ method: 'POST', url: '/' })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
    })
  })

  it('serves the configuration to browsers, and health and build to monitors', async () => {
    const { get } = aSite()
    expect((await get('/config.json')).json()).toEqual(aSiteConfig)
    expect((await get('/health')).json()).toEqual({ status: 'ok', build: 'build-1' })
  })
})

describe('every response', () => {
  const addresses = [
    '/',
    '/company',
    '/health',
    '/config.json',
    '/nowhere',
    '/company/',
    '/%',
    '/app.js',
    '/app-1.js',
    '/sign-up/survey',
    '/page-data/sign-up/survey/page-data.json',
  ]

  it.each(addresses)('to %s has headers against framing and sniffing, and HSTS', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const { headers } = await aSite(undefined, {
        settings: { ...aSetting, siteUrl: 'https://www.example.com' },
      }).app.inject({ method, url })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
    }
  })
})

describe('a server that is stopping', () => {
  it('still answers a request on a connection that is in use', async () => {
    const steps = new EventEmitter()
    const asked = once(steps, 'asked')
    const { app } = aSite(undefined, {
      prepare: async (path) => {
        const released = once(steps, 'release')
        steps.emit('asked')
        await released
        const pageData = { componentChunkName: 'survey', path }
        return { status: 200, headers: {}, pageData, renderHtml: () => Promise.resolve('') }
      },
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = async (path: string) => {
      const [answer] = (await once(request(url + path, { agent }).end(), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      await once(answer, 'end')
      return [answer.statusCode, answer.headers.connection]
    }
    const first = get('/page-data/sign-up/survey/page-data.json')
    await asked
    const closed = app.close()
    const second = get('/health')
    steps.emit('release')
    expect(await first).toEqual([200, 'keep-alive'])
    expect(await second).toEqual([200, 'close'])
    await closed
  })
})
