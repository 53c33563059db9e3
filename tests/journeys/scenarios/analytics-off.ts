import type { Page, Response } from 'playwright'
import { describe, expect, it } from 'vitest'
import { OPT_OUT_KEY } from '#core/model/tracking-consent.ts'
import { sdkMark } from '#tests/support/analytics-provider.ts'
import { browserOf } from '../support/measured.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

/** Records a page's requests to the collector, and its scripts that contain the SDK. */
const watch = (page: Page, collector: string) => {
  const sent: string[] = []
  const sdk: string[] = []
  let reading: Promise<unknown> = Promise.resolve()
  const note = async (response: Response) => {
    const text = await response.text().catch(() => '')
    if (text.includes(sdkMark)) sdk.push(response.url())
  }
  page.on('request', (request) => {
    if (request.url().startsWith(collector)) sent.push(request.url())
  })
  page.on('response', (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return
    reading = Promise.all([reading, note(response)])
  })
  return { sent, sdk: async () => (await reading, sdk) }
}

/** Serves the build with other settings, which are compiled into its scripts as JSON. */
const buildWith = async (
  { page }: Visitor,
  site: string,
  changes: Readonly<Record<string, boolean>>,
) => {
  let changed = 0
  await page.route(`${site}/*.js`, async (route) => {
    const response = await route.fetch()
    const body = Object.entries(changes).reduce(
      (text, [setting, value]) => {
        const [before, after] = [`"${setting}":${!value}`, `"${setting}":${value}`]
        if (text.includes(before)) changed += 1
        return text.replaceAll(before, after)
      },
      await response.text(),
    )
    await route.fulfill({ response, body })
  })
  return () => expect(changed).toBeGreaterThanOrEqual(Object.keys(changes).length)
}

/** Triggers analytics: arrives from a campaign, follows a call to action, answers, reads. */
const lookAround = async (ada: Visitor, query = '') => {
  await ada.open(`/?utm_source=paper${query}`)
  await ada.page.waitForLoadState('networkidle')
  await ada.page.getByRole('main').getByRole('link', { name: 'Start the check-up' }).first().click()
  await ada.at('/sign-up/survey')
  await ada.choose(0)
  await ada.at(/step=\d/)
  await ada.open('/privacy-policy#doNotTrack')
  await ada.page.waitForLoadState('networkidle')
}

/** The keys of the site's analytics, and any that are not the site's. */
const trackingKeys = (stored: Readonly<Record<string, string>>) =>
  Object.keys(stored)
    .filter(
      (key) =>
        key.startsWith('evenkeel.measuring.') || !/^(?:evenkeel\.|PERSISTED_STATE$)/.test(key),
    )
    .toSorted()

const signal = (page: Page, name: string, value: unknown) =>
  page.addInitScript(
    ([name, value]) => Object.defineProperty(navigator, name, { value, configurable: true }),
    [name, value] as [string, unknown],
  )

export const describeAnalyticsOff = (world: () => World) =>
  describe('analytics', () => {
    const expectNothing = async (ada: Visitor, seen: ReturnType<typeof watch>) => {
      await ada.page.close()
      expect(seen.sent).toEqual([])
      expect(await seen.sdk()).toEqual([])
    }

    it('loads the SDK, sends events and stores its data when it is allowed', async () => {
      const ada = await world().visitor()
      const seen = watch(ada.page, world().urls.console)
      await lookAround(ada)
      await ada.page.getByText('Analytics is on in this browser.').waitFor()
      await expect.poll(() => seen.sent.length).toBeGreaterThan(0)
      expect(await seen.sdk()).not.toEqual([])
      expect(trackingKeys(await ada.stored())).toEqual(
        ['evenkeel.measuring.touches', 'evenkeel.measuring.browser'].toSorted(),
      )
    })

    it.each([
      ['Do Not Track', 'doNotTrack', '1', 'Your browser sends Do Not Track.'],
      [
        'Global Privacy Control',
        'globalPrivacyControl',
        true,
        'Your browser sends Global Privacy Control.',
      ],
    ] as const)(
      'is off under %s: nothing is sent, stored or loaded, and the privacy policy says why',
      async (_, name, value, words) => {
        const ada = await world().visitor()
        await signal(ada.page, name, value)
        const seen = watch(ada.page, world().urls.console)
        await lookAround(ada)
        await ada.page.getByText(words).waitFor()
        expect(trackingKeys(await ada.stored())).toEqual([])
        expect(await ada.context.cookies()).toEqual([])
        await expectNothing(ada, seen)
      },
    )

    it('is off in a build with the flag off: nothing is sent, stored or loaded', async () => {
      const ada = await world().visitor()
      const seen = watch(ada.page, world().urls.console)
      const expectChanged = await buildWith(ada, world().urls.site, { tracking: false })
      await lookAround(ada)
      expectChanged()
      await ada.page.getByText('Analytics is currently off for the whole site.').waitFor()
      expect(trackingKeys(await ada.stored())).toEqual([])
      await expectNothing(ada, seen)
    })

    it('is switched off by the URL in a build that allows it, and in no other', async () => {
      const { visitor, urls } = world()
      const allowed = await visitor()
      const seen = watch(allowed.page, urls.console)
      const expectChanged = await buildWith(allowed, urls.site, { toggleByUrl: true })
      await allowed.open('/privacy-policy?FEATURE_tracking=false&utm_source=paper#doNotTrack')
      await allowed.page.getByText('Analytics is currently off for the whole site.').waitFor()
      expectChanged()
      await allowed.page.waitForLoadState('networkidle')
      expect(trackingKeys(await allowed.stored())).toEqual([])
      await expectNothing(allowed, seen)

      const ada = await visitor()
      await ada.open('/privacy-policy?FEATURE_tracking=false#doNotTrack')
      await ada.page.getByText('Analytics is on in this browser.').waitFor()
      await browserOf(ada)
    })

    it('is off after the opt-out: stored data is removed and nothing is sent, stored or loaded, in any tab', async () => {
      const { visitor, urls, records } = world()
      const ada = await visitor()
      await lookAround(ada)
      const browser = await browserOf(ada)
      await expect.poll(async () => (await records.eventsOf(browser)).length).toBeGreaterThan(3)
      const other = await ada.context.newPage()
      await other.goto('/sign-up/survey')
      await other.waitForURL(/step=2/)
      // The views of the step in both tabs have arrived, so nothing is pending any more.
      await expect
        .poll(async () =>
          (await records.eventsOf(browser)).filter(
            ({ properties }) => properties['path'] === '/sign-up/survey?step=2',
          ),
        )
        .toHaveLength(2)

      await ada.press('Turn analytics off')
      await ada.page.getByText('You turned it off here.').waitFor()
      expect(trackingKeys(await ada.stored())).toEqual([])
      await ada.page.getByText('We keep nothing about this').waitFor()
      const before = (await records.events()).length
      const seen = [watch(ada.page, urls.console), watch(other, urls.console)] as const
      await other.getByRole('main').getByRole('radio').nth(2).click({ force: true })
      await other.waitForURL(/step=3/)
      await ada.page.reload()
      await lookAround(ada)
      await ada.page.getByText('You turned it off here.').waitFor()
      const stored = await ada.stored()
      expect(trackingKeys(stored)).toEqual([])
      expect(stored[OPT_OUT_KEY]).toBe('1')
      await other.close()
      expect(seen.map(({ sent }) => sent)).toEqual([[], []])
      await expectNothing(ada, seen[0])
      expect((await records.events()).length).toBe(before)
    })

    it('starts over after the opt-out is undone, with a new browser id and no attribution', async () => {
      const { visitor, records } = world()
      const ada = await visitor()
      await ada.open('/privacy-policy?utm_source=paper#doNotTrack')
      const before = await browserOf(ada)
      await ada.press('Turn analytics off')
      await ada.press('Turn analytics on')
      await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Press' }).click()
      await ada.at('/press')
      const after = await browserOf(ada)
      expect(after).not.toBe(before)
      await expect
        .poll(() => records.eventsOf(after))
        .toMatchObject([{ properties: { path: '/press' } }])
      expect(JSON.stringify(await records.eventsOf(after))).not.toContain('paper')
    })
  })
