import { describe, expect, it } from 'vitest'
import { aSite, renderedDocumentOf } from './a-site.ts'

describe('the site server', () => {
  it('sends back the caller’s request id if it is valid, or else one of its own', async () => {
    const { get } = aSite()
    const id = async (headers: Record<string, string>) =>
      String((await get('/company', headers)).headers['x-request-id'])
    expect(await id({ 'x-request-id': 'proxy-12345' })).toBe('proxy-12345')
    expect(await id({ 'x-request-id': 'a b' })).toMatch(/^[\da-f-]{36}$/)
    expect(await id({})).toMatch(/^[\da-f-]{36}$/)
  })

  it('logs a line for each response, with nothing the visitor sent', async () => {
    const { get, lines } = aSite()
    await get('/sign-up/survey?step=2&email=somebody@example.com', {
      'x-request-id': 'proxy-12345',
      cookie: 'secret=1',
      'user-agent': 'somebody',
    })
    await get('/no/such/somebody')
    expect(lines).toEqual([
      {
        request: 'proxy-12345',
        method: 'GET',
        route: '/sign-up/survey',
        status: 200,
        ms: expect.any(Number),
      },
      {
        request: expect.any(String),
        method: 'GET',
        route: 'unknown',
        status: 404,
        ms: expect.any(Number),
      },
    ])
  })

  it('measures responses by route, with all files as one route', async () => {
    const { get, registry } = aSite()
    for (const url of [
      '/',
      '/app-1.js',
      '/text-1.woff2',
      '/robots.txt',
      '/config.json',
      '/a',
      '/b',
    ])
      await get(url)
    await get('/page-data/sign-up/survey/page-data.json')
    const text = await registry.metrics()
    const count = (route: string, status = 200) =>
      new RegExp(
        `site_request_duration_seconds_count\\{method="GET",route="${route}",status="${status}"\\} (\\d+)`,
      ).exec(text)?.[1]
    expect(count('/')).toBe('1')
    expect(count('file')).toBe('3')
    expect(count('/config.json')).toBe('1')
    expect(count('page-data')).toBe('1')
    expect(count('unknown', 404)).toBe('2')
  })

  it('measures how long the data and the HTML of a page take, and which failed', async () => {
    let isBroken = false
    let isIncomplete = false
    const { get, registry } = aSite((path) => ({
      data: isBroken ? 'other' : 'same',
      ...(isIncomplete && { headers: { 'x-page-data': 'incomplete' } }),
      html: () => {
        if (isBroken) throw new Error('broken')
        return renderedDocumentOf(path, 'same')
      },
    }))
    await get('/sign-up/survey')
    await get('/sign-up/survey')
    isIncomplete = true
    await get('/sign-up/survey')
    isIncomplete = false
    isBroken = true
    await get('/sign-up/survey')
    const text = await registry.metrics()
    const count = (part: string, result: string) =>
      new RegExp(
        `site_render_duration_seconds_count\\{page="/sign-up/survey",part="${part}",result="${result}"\\} (\\d+)`,
      ).exec(text)?.[1]
    expect(count('data', 'done')).toBe('3')
    expect(count('data', 'incomplete')).toBe('1')
    expect(count('html', 'failed')).toBe('1')
  })
})
