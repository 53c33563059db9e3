import type { Page, Request } from 'playwright'
import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { readStored, replaceStored, storedKeysOf } from '#tests/support/stored-state.ts'
import { storedKeyVisits, rawPaths, visits } from './attack/attacks.ts'
import type { Visit } from './attack/attacks.ts'
import { payloads } from './attack/payloads.ts'
import { rawRequest } from './attack/raw-request.ts'
import { problemsOnPage, hasStackTrace, watch } from './attack/witness.ts'
import { everyRoute } from './scenes/all.ts'
import { createPeople } from './support/people.ts'
import { useWorld } from './support/world.ts'

/**
 * Hostile input at every place a visitor or a link can put it (`npm run proof:attack`). Without
 * PROOF=full a sample of 40, the same for the same ATTACK_SEED; ATTACK_ONLY names one kind.
 */
const isFull = process.env['PROOF'] === 'full'
const only = process.env['ATTACK_ONLY']
const random = seededRandom(Number(process.env['ATTACK_SEED'] ?? 11))
const atOnce = 3
const kinds = ['query', 'hash', 'path', 'state', 'field'] as const

const theWorld = useWorld()
vi.setConfig({ testTimeout: isFull ? 7_200_000 : 400_000 })

let people: ReturnType<typeof createPeople> | undefined
const meet = (person: NonNullable<Visit['person']>) => {
  const { visitor, records } = theWorld()
  people ??= createPeople(visitor, records)
  return people(person)
}

const ownOrigins = async (): Promise<ReadonlySet<string>> => {
  const { urls } = theWorld()
  const config = (await (await fetch(`${urls.site}/config.json`)).json()) as {
    readonly stripe: { readonly scriptUrl: string }
  }
  return new Set(
    [...Object.values(urls), config.stripe.scriptUrl].map((url) => new URL(url).origin),
  )
}

/**
 * Waits until no request has been under way for half a second. Chromium never reports idle when the
 * provider's frame goes away while it loads, so the requests are counted here.
 */
const countRequests = (page: Page) => {
  const pending = new Set<Request>()
  let changedAt = Date.now()
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request)
    changedAt = Date.now()
  }
  page.on(
    'request',
    note((request) => pending.add(request)),
  )
  page.on(
    'requestfinished',
    note((request) => pending.delete(request)),
  )
  page.on(
    'requestfailed',
    note((request) => pending.delete(request)),
  )
  return async () => {
    await vi.waitUntil(() => pending.size === 0 && Date.now() - changedAt > 500, {
      timeout: 60_000,
      interval: 50,
    })
  }
}

/** Makes the visit in a new browser, and returns what went wrong, each line with the visit. */
const make = async (visit: Visit, origins: ReadonlySet<string>): Promise<readonly string[]> => {
  const { path, payload, person, reached = 'nothing', poison, act } = visit
  const known = person && (await meet(person))
  const { page, context, forgive } = await theWorld().visitor({
    reached,
    ...(known && { person: known }),
  })
  page.setDefaultTimeout(60_000)
  const untilIdle = countRequests(page)
  const seen = await watch(context, origins)
  try {
    if (poison) {
      // An empty page with the site's origin.
      await page.route('**/robots.txt', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>' }),
      )
      await page.goto('/robots.txt')
      const stored = await page.evaluate(readStored)
      await page.evaluate(replaceStored, poison(stored))
    }
    await page.goto(theWorld().urls.site + path, { waitUntil: 'load' })
    await act?.(page, payload)
    await untilIdle()
    if (act) {
      await page.reload({ waitUntil: 'load' })
      await untilIdle()
    }
    return [...seen, ...(await problemsOnPage(page))].map(
      (problem) =>
        `${visit.kind} ${JSON.stringify(path).slice(0, 160)} with ${JSON.stringify(payload).slice(0, 120)}: ${problem}`,
    )
  } catch (error) {
    return [
      `${visit.kind} ${JSON.stringify(path).slice(0, 160)}: ${(error as Error).message.split('\n')[0]}`,
    ]
  } finally {
    await context.close()
    // Only what `watch` reports matters; an error status or a refused resource is often correct.
    forgive(/./)
  }
}

const makeAll = async (list: readonly Visit[]): Promise<readonly string[]> => {
  const origins = await ownOrigins()
  const waiting = [...list]
  const problems: string[] = []
  const work = async () => {
    for (let visit = waiting.shift(); visit; visit = waiting.shift())
      problems.push(...(await make(visit, origins)))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return problems
}

const sampleSize = 40
const chosen = (kind: Visit['kind']): readonly Visit[] => {
  const all = visits().filter((visit) => visit.kind === kind)
  const anonymous = all.filter(({ person }) => person === undefined)
  return isFull ? all : random.shuffled(anonymous).slice(0, sampleSize / kinds.length)
}

describe('the attack monitor', () => {
  it('reports a script that ran, one that the policy blocked, a request to another site, a server error and a blank page', async () => {
    const { visitor, urls } = theWorld()
    const { page, context, forgive } = await visitor()
    const seen = await watch(context, new Set([urls.site]))
    const bait = (policy: string, body: string) =>
      page.route('/bait', (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': policy },
          body,
        }),
      )
    await page.route('https://evil.example/**', (route) => route.fulfill({ status: 503 }))
    await bait('', '<script>PWN=1</script><img src="https://evil.example/x">')
    await page.goto('/bait', { waitUntil: 'networkidle' })
    await bait("script-src 'self'", '<script>PWN=1</script>')
    await page.goto('/bait', { waitUntil: 'networkidle' })
    expect(seen.join('\n')).toMatch(/a script ran/)
    expect(seen.join('\n')).toMatch(/a request left the site: https:\/\/evil\.example\/x/)
    expect(seen.join('\n')).toMatch(/answered 503/)
    expect(seen.join('\n')).toMatch(/the policy stopped script-src/)
    expect(await problemsOnPage(page)).toEqual(['the page is blank'])
    expect(hasStackTrace('Error: x\n    at run (/srv/app/main.ts:3:1)')).toBe(true)
    forgive(/./)
  })

  it('has at least 400 payloads, and visits that use each of them', () => {
    const { headers, ...others } = payloads
    const all = new Set(Object.values(others).flat())
    expect(all.size + headers.length).toBeGreaterThanOrEqual(400)
    const used = visits()
      .map(({ payload }) => payload)
      .join('\n')
    expect(
      [...payloads.scripts, ...payloads.states, ...payloads.paths].filter(
        (payload) => !used.includes(payload),
      ),
    ).toEqual([])
  })
})

describe('hostile input in a browser', () => {
  it.each(kinds.filter((kind) => only === undefined || only === kind))(
    'does nothing as a %s',
    async (kind) => {
      const list = chosen(kind)
      console.log(`${kind}: ${list.length} visits`)
      expect(list.length).toBeGreaterThan(0)
      expect((await makeAll(list)).join('\n')).toBe('')
    },
  )

  it.runIf(isFull && (only === undefined || only === 'state'))(
    'does nothing in any key of the site’s storage',
    async () => {
      const keys = storedKeysOf((await meet('complete')).storage)
      expect(keys.length).toBeGreaterThan(2)
      expect((await makeAll(storedKeyVisits(keys))).join('\n')).toBe('')
    },
  )
})

describe('hostile requests', () => {
  const problemsOf = async (
    origin: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await rawRequest(origin, path, headers)
    if (answer === null) return []
    const { status, location, names, body } = answer
    const where = `${path.slice(0, 120)} ${JSON.stringify(headers).slice(0, 120)}`
    const site = new URL(origin)
    // The site's own error texts are at these addresses.
    const isErrorPage = /^\/500(?:\.html)?$/.test(path)
    return [
      ...(status >= 500 && !isErrorPage ? [`${where} answered ${status}`] : []),
      ...(location !== undefined && new URL(location, site).origin !== site.origin
        ? [`${where} leads to ${location}`]
        : []),
      ...(names.includes('x-pwn') || names.includes('set-cookie') ? [`${where} set a header`] : []),
      ...(/<script>PWN|onerror=PWN/i.test(body) ? [`${where} came back in the answer`] : []),
      ...(hasStackTrace(body) && !/javascript/.test(path) ? [`${where} shows a stack trace`] : []),
    ]
  }

  it('are answered by the site without harm, whatever their headers say', async () => {
    const { urls } = theWorld()
    const all = everyRoute.flatMap((route) =>
      payloads.headers.map(([name, value]) => [route, { [name]: value }] as const),
    )
    const list = isFull ? all : random.shuffled(all).slice(0, sampleSize)
    const problems: string[] = []
    for (const [route, headers] of list)
      problems.push(...(await problemsOf(urls.site, route, headers)))
    expect(problems.join('\n')).toBe('')
  })

  it('are answered by the API without a server error, whatever their headers say', async () => {
    const { urls } = theWorld()
    const routes = [
      '/health/live',
      '/openapi.json',
      '/api/v1/me',
      '/api/v1/iap_subscriptions',
      '/api/v1/coaching/diagnosis/public/questions?kind=survey',
      '/nothing',
    ]
    const problems: string[] = []
    for (const route of routes) {
      for (const [name, value] of payloads.headers)
        problems.push(...(await problemsOf(urls.adminApi, route, { [name]: value })))
    }
    expect(problems.join('\n')).toBe('')
    expect((await fetch(`${urls.adminApi}/health/live`)).status).toBe(200)
  })

  it('for unknown paths are not redirected to another site', async () => {
    const { urls } = theWorld()
    const list = isFull ? rawPaths() : random.shuffled(rawPaths()).slice(0, sampleSize)
    const problems: string[] = []
    for (const path of list) problems.push(...(await problemsOf(urls.site, path)))
    expect(problems.join('\n')).toBe('')
    expect((await fetch(`${urls.site}/health`)).status).toBe(200)
  })
})
