import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { startCollector } from '#tests/support/collector.ts'
import type { Collector } from '#tests/support/collector.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import { describeErrorReporterPort } from './error-reporter-port.ts'
import type { ErrorReporterHarness } from './error-reporter-port.ts'

describe('Sentry in Chromium', () => {
  let bundle: PageBundle
  let browser: Browser
  let collector: Collector
  const collectors: Collector[] = []
  let page: Page

  beforeAll(async () => {
    ;[bundle, browser] = await Promise.all([
      servePageBundle('tests/support/pages/sentry-error-reporter.ts'),
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

  const open = async (query: string) => {
    await page.goto(`${bundle.url}/?${query}`)
    await page.waitForFunction(() => 'port' in window)
    return remotePort<Pick<ErrorReporterHarness, 'report'>>(page, ['report'])
  }

  const withCollector = () => {
    const dsn = new URL('/1', collector.url)
    dsn.username = 'public'
    return open(`dsn=${encodeURIComponent(dsn.href)}&email=maya@example.com`)
  }

  const messageOf = (report: Record<string, unknown>): string => {
    const exception = report['exception'] as { values: { value: string }[] } | undefined
    return exception?.values.at(-1)?.value ?? String(report['message'])
  }

  describeErrorReporterPort('Sentry', async () => ({
    ...(await withCollector()),
    reports: async () =>
      collector
        .errors()
        .map(({ report }) => ({ message: messageOf(report), context: report['extra'] as object })),
    fail: () => {
      collector.proxy.interfere = () => ({ status: 503, body: {} })
    },
    restore: () => {
      collector.proxy.interfere = () => null
    },
  }))

  const sdkRequests = () => bundle.requests.filter((path) => path.includes('sentry-sdk'))

  it('sends the release and the route, and nothing that identifies the visitor', async () => {
    const { report } = await withCollector()
    await report({
      fault: {
        id: 'leak',
        message:
          'No account for Maya Ross at maya@example.com, card 4242 4242 4242 4242, Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
        cause: 'Refused: ?oobCode=secret-code',
      },
      context: { clientSecret: 'seti_123_secret_456' },
    })
    await expect.poll(() => collector.errors()).toHaveLength(1)
    const [error] = collector.errors()
    expect(error?.report).toMatchObject({
      release: 'evenkeel@test',
      tags: { route: '/sign-up/payment' },
    })
    expect(error?.report).not.toHaveProperty('user')
    const sent = JSON.stringify(error?.report)
    for (const secret of ['Maya', 'maya', 'Ross', '4242', 'eyJ', 'secret-code', '_secret_456'])
      expect(sent).not.toContain(secret)
    expect(sent).toContain(
      'No account for [personal] [personal] at [email], card [card], Bearer [token]',
    )
  })

  it('loads and sends nothing where no service is set up', async () => {
    const before = sdkRequests().length
    const { report } = await open('')
    await report({ fault: { id: 'first', message: 'First' } })
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(sdkRequests()).toHaveLength(before)
    expect(collector.errors()).toEqual([])
  })
})
