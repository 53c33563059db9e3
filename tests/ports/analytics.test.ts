import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import { uploadPath } from '#sandbox/analytics-upload.ts'
import { identifyingMembers, outage, sdkTraces } from '#tests/support/analytics-provider.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { startCollector } from '#tests/support/collector.ts'
import type { Collector } from '#tests/support/collector.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import { readStored } from '#tests/support/stored-state.ts'
import { describeAnalyticsPort } from './analytics-port.ts'

describe('the product’s analytics in Chromium', () => {
  let bundle: PageBundle
  let browser: Browser
  let collector: Collector
  const collectors: Collector[] = []
  let page: Page

  beforeAll(async () => {
    ;[bundle, browser] = await Promise.all([
      servePageBundle('tests/support/pages/analytics.ts'),
      launchChromium(),
    ])
  })

  afterAll(async () => {
    await browser.close()
    await Promise.all([bundle, ...collectors].map((each) => each.close()))
  })

  // Each test has its own collector: a closed page's last request can arrive after its test.
  beforeEach(async () => {
    page = await browser.newPage()
    collector = await startCollector()
    collectors.push(collector)
    return () => page.context().close()
  })

  const open = async (query: string): Promise<ReturnType<typeof remotePort<AnalyticsPort>>> => {
    await page.goto(`${bundle.url}/?${query}`)
    await page.waitForFunction(() => 'port' in window)
    return remotePort<AnalyticsPort>(page, ['track', 'visitorId', 'forget'])
  }
  const withCollector = (query = '') =>
    open(`collector=${encodeURIComponent(collector.url)}&${query}`)

  const stored = async () => Object.keys(await page.evaluate(readStored))
  const received = () => collector.events().map(({ event }) => event)

  describeAnalyticsPort('the product’s provider', async () => ({
    analytics: await withCollector(),
    events: async () =>
      received().map(({ name, properties, time }) => ({
        name,
        properties,
        time,
        path: properties['path'] as string | undefined,
      })),
    forbid: () => page.evaluate(() => void (window.isAllowed = false)),
    allow: () => page.evaluate(() => void (window.isAllowed = true)),
    fail: () => {
      collector.proxy.interfere = () => outage
    },
    restore: () => {
      collector.proxy.interfere = () => null
    },
  }))

  const pageView = {
    name: 'web_page_viewed',
    properties: { path: '/sign-up/survey?step=3', title: 'Survey', referrer: '' },
  } as const

  const sdkRequests = () => bundle.requests.filter((path) => path.includes('-sdk-'))

  it('sends each event with its own time and context, and collects nothing on its own', async () => {
    const analytics = await withCollector('busy')
    const before = Date.now()
    await analytics.track(pageView)
    const after = Date.now()
    await expect.poll(() => page.evaluate(() => window.goIdle()).then(received)).toHaveLength(1)

    const [event] = received()
    expect(event?.browser).toBe(await analytics.visitorId())
    expect(event).toMatchObject({
      name: 'web_page_viewed',
      properties: {
        path: '/sign-up/survey?step=3',
        journey: 'sign-up',
        variant: '3 Steps',
        first_touch_source: 'newsletter',
        last_touch_source: 'search',
        last_touch_medium: 'organic',
      },
    })
    expect(event?.time).toBeGreaterThanOrEqual(before)
    expect(event?.time).toBeLessThanOrEqual(after)
    expect(Object.keys(event?.other ?? {})).not.toEqual([])
    for (const member of identifyingMembers) expect(event?.other).not.toHaveProperty(member)
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  it('loads no SDK and stores nothing before the page is idle', async () => {
    const before = sdkRequests().length
    const analytics = await withCollector('busy')
    await analytics.track(pageView)
    expect(sdkRequests()).toHaveLength(before)
    expect(await stored()).toEqual([])
    // Pending events are sent when the page is left: here, so that they do not reach the next test.
    await page.goto('about:blank')
    await expect.poll(received).toHaveLength(1)
  })

  it.each(['forbidden', 'without a service'])(
    'loads, stores and sends nothing when it is %s',
    async (reason) => {
      const before = sdkRequests().length
      const analytics = await (reason === 'forbidden' ? withCollector('forbidden') : open(''))
      await analytics.track(pageView)
      expect(await analytics.visitorId()).toBeNull()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
      await page.goto('about:blank')
      expect(sdkRequests()).toHaveLength(before)
      expect(received()).toEqual([])
      await open('')
      expect(await stored()).toEqual([])
    },
  )

  const paths = () => received().map(({ properties }) => properties['path'])
  const viewOf = (path: string) => ({ ...pageView, properties: { ...pageView.properties, path } })

  it('sends nothing while the page is busy with the visitor’s input', async () => {
    const analytics = await withCollector('busy')
    await analytics.track(pageView)
    await page.waitForTimeout(50)
    const before = sdkRequests().length
    await page.evaluate(() => window.goIdle())
    await expect.poll(() => sdkRequests().length).toBeGreaterThan(before)
    await page.waitForTimeout(1500)
    expect(received()).toEqual([])
    // The SDK may still be loading: it then waits for an idle callback of its own.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.goIdle())
        return received()
      })
      .toHaveLength(1)

    await analytics.track({
      ...pageView,
      properties: { ...pageView.properties, path: '/sign-up/survey?step=4' },
    })
    await page.waitForTimeout(1500)
    expect(received()).toHaveLength(1)
    await page.evaluate(() => window.goIdle())
    await expect.poll(received).toHaveLength(2)
  })

  it('sends an event with the time and context it is given', async () => {
    const analytics = await withCollector()
    await analytics.track(
      {
        name: 'web_link_clicked',
        properties: { label: 'Start', href: '/sign-up/survey', place: 'home' },
      },
      { time: 1_795_000_000_000, path: '/', firstTouch: { source: 'paper' }, lastTouch: null },
    )
    await expect.poll(received).toHaveLength(1)
    const [event] = received()
    expect(event).toMatchObject({
      time: 1_795_000_000_000,
      properties: { path: '/', journey: null, first_touch_source: 'paper' },
    })
    expect(event?.properties).not.toHaveProperty('last_touch_source')
  })

  it('sends the events of a page that is left before it is idle, without the SDK', async () => {
    const before = sdkRequests().length
    const left = await withCollector('busy')
    await left.track(pageView)
    await page.waitForLoadState('networkidle')
    await page.close()
    await expect.poll(paths).toEqual([pageView.properties.path])
    expect(sdkRequests()).toHaveLength(before)
    page = await browser.newPage()
  })

  it('sends the unsent events of the previous page before those of the next', async () => {
    const left = await withCollector('busy&cut-off')
    await left.track(pageView)
    const next = await withCollector()
    await next.track(viewOf('/next'))
    await expect.poll(paths).toEqual([pageView.properties.path, '/next'])
    await expect.poll(stored).toEqual(['evenkeel.measuring.browser'])
  })

  it.each(['about:blank', 'a closed tab'])(
    'sends the last events when the page is left for %s, each once',
    async (way) => {
      const analytics = await withCollector()
      await analytics.track(pageView)
      await expect.poll(received).toHaveLength(1)
      await analytics.track(viewOf('/last'))
      await analytics.track(viewOf('/very-last'))
      if (way === 'about:blank') await page.goto(way)
      else await page.close()
      await expect.poll(paths).toEqual([pageView.properties.path, '/last', '/very-last'])
      if (page.isClosed()) page = await browser.newPage()
      await withCollector()
      expect(paths()).toHaveLength(3)
    },
  )

  it('sends events tracked during an unfinished request when the tab is closed', async () => {
    const analytics = await withCollector()
    await analytics.track(pageView)
    await expect.poll(received).toHaveLength(1)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // A provider may append to the path, or add a query.
    const isUpload = ({ pathname }: URL) => pathname.startsWith(uploadPath)
    await page.route(isUpload, async (route) => {
      await held
      await route.abort().catch(() => undefined)
    })
    const underWay = page.waitForRequest((request) => isUpload(new URL(request.url())))
    await analytics.track(viewOf('/under-way'))
    await underWay
    await page.unroute(isUpload, undefined)
    await analytics.track(viewOf('/last'))
    await page.close()
    await expect.poll(paths).toEqual([pageView.properties.path, '/under-way', '/last'])
    release()
    page = await browser.newPage()
  })

  it('forgets the browser on request, and drops its pending events', async () => {
    const analytics = await withCollector('busy')
    const goIdle = () => page.evaluate(() => window.goIdle())
    await analytics.track(pageView)
    await expect.poll(() => goIdle().then(received)).toHaveLength(1)
    const [first] = received()
    await analytics.track(viewOf('/unseen'))
    await page.evaluate(() => {
      window.isAllowed = false
      window.forget()
    })
    expect(await stored()).toEqual([])
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
    expect(await stored()).toEqual([])
    await goIdle()
    await page.evaluate(() => void (window.isAllowed = true))
    await analytics.track(viewOf('/again'))
    await expect.poll(() => goIdle().then(paths)).toEqual([pageView.properties.path, '/again'])
    expect(first?.browser).toBeDefined()
    expect(received()[1]?.browser).not.toBe(first?.browser)
  })
  /** Every key, cookie and database this browser holds. */
  const traces = () =>
    page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...document.cookie.split('; ').filter(Boolean),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ])

  it('leaves nothing of the SDK in the browser', async () => {
    await open('')
    const before = await traces()
    const analytics = await withCollector()
    await analytics.track(pageView)
    await expect.poll(received).toHaveLength(1)
    const left = (await traces()).filter((each) => !before.includes(each))
    expect(left.filter((each) => each !== 'evenkeel.measuring.browser')).toEqual([])
  })

  it('deletes every key, cookie and database of the SDK, earlier versions included, and nothing else', async () => {
    await open('')
    const before = await traces()
    await page.evaluate(async (left) => {
      for (const key of [...left.localStorage, 'kept']) localStorage.setItem(key, '1')
      for (const key of left.sessionStorage) sessionStorage.setItem(key, '1')
      for (const cookie of left.cookies) document.cookie = cookie
      await Promise.all(
        [...left.databases, 'kept-database'].map(
          (name) =>
            new Promise<void>((resolve) => {
              const opening = indexedDB.open(name, 1)
              opening.addEventListener('success', () => {
                opening.result.close()
                resolve()
              })
            }),
        ),
      )
    }, sdkTraces)
    const analytics = await withCollector()
    await analytics.track(pageView)
    await expect.poll(received).toHaveLength(1)
    await page.evaluate(() => {
      window.isAllowed = false
      window.forget()
    })
    const kept = ['kept', ...before, 'kept-database']
    await expect.poll(traces).toEqual(kept)
    await page.goto(`${bundle.url}/?forbidden`)
    expect(await traces()).toEqual(kept)
  })

  it('sends no email, however often it was percent-encoded into a URL', async () => {
    // Also in the page's own address, which an SDK may add.
    const analytics = await withCollector('email=maya%40example.com')
    await analytics.track(
      {
        name: 'web_page_viewed',
        properties: {
          path: '/company/maya%2540example.com',
          title: 'Survey',
          referrer: 'https://mail.example/maya%25252540example.com',
        },
      },
      {
        time: Date.now(),
        path: '/company/maya%40example.com',
        firstTouch: { term: 'maya%2540example.com' },
        lastTouch: null,
      },
    )
    await expect.poll(received).toHaveLength(1)
    expect(JSON.stringify(received())).not.toMatch(/maya/i)
    expect(received()[0]).toMatchObject({ properties: { path: '[email]', title: 'Survey' } })
  })
})
