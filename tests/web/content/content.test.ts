import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AnalyticsEvents as ServerEvents } from '#admin-api/domain/analytics-events.ts'
import type { AnalyticsEventName } from '#core/model/analytics-events.ts'
import { routes } from '#core/model/routes.ts'
import { footerGroups, headerLinks } from '#web/shell/navigation.ts'
import type { LegalDocument } from '#web/content/document.ts'
import { roles } from '#web/content/careers.ts'
import { kitColours, releases } from '#web/content/press.ts'
import { privacyPolicy } from '#web/content/privacy-policy.ts'
import { security } from '#web/content/security.ts'
import { team } from '#web/content/team.ts'
import { termsOfUse } from '#web/content/terms-of-use.ts'

const documents: Readonly<Record<string, LegalDocument>> = {
  [routes.privacyPolicy]: privacyPolicy,
  [routes.security]: security,
  [routes.termsOfUse]: termsOfUse,
}
const anchorsOf = (path: string): readonly string[] =>
  (documents[path]?.sections ?? []).map(({ id }) => id)

describe('the legal pages', () => {
  it.each(Object.keys(documents))('%s has each anchor once', (path) =>
    expect(new Set(anchorsOf(path)).size).toBe(anchorsOf(path).length),
  )

  it.each(Object.keys(documents))('%s uses no id that the page around it has', (path) => {
    const taken = ['content', 'contents', 'payment-notice', 'status']
    expect(anchorsOf(path).filter((id) => taken.includes(id))).toEqual([])
  })

  it('keep the anchor that the link to the opt-out uses', () => {
    const [path, anchor] = routes.doNotTrack.split('#')
    expect(anchorsOf(path!)).toContain(anchor)
  })

  it.each(Object.entries(documents))('link only to sections that exist: %s', (path, document) => {
    const links = JSON.stringify(document).matchAll(/\]\(([^)#]*)#([^)]+)\)/g)
    for (const [, target, anchor] of links) expect(anchorsOf(target || path)).toContain(anchor)
  })
})

describe('the privacy policy', () => {
  const blocksOf = (id: string) =>
    privacyPolicy.sections.find((section) => section.id === id)!.blocks
  const rowsOf = (id: string) =>
    blocksOf(id).flatMap((block) =>
      typeof block === 'object' && 'terms' in block ? block.terms : [],
    )

  /** Exhaustive: an event without a phrase does not compile. */
  const phrases: Readonly<Record<AnalyticsEventName | keyof ServerEvents, string>> = {
    web_page_viewed: 'which pages are opened and from where',
    web_link_clicked: 'which links and buttons are clicked',
    web_vitals_measured: 'how fast pages load and respond',
    money_belief_assessment_question_answered: 'how the sixteen statements are answered',
    money_belief_assessment_completed: 'with what result',
    web_program_selected: 'which plan and promotion are chosen',
    user_account_created: 'whether an account is created',
    account_created: 'whether an account is created',
    subscription_intent_created: 'a card saved',
    web_free_trial: 'a free trial begun',
    account_signup_completed: 'a sign-up finished, and how long that took',
    trial_converted: 'when a trial turns into a paid plan',
    subscription_renewed: 'a plan renews',
    subscription_cancelled: 'is cancelled',
    payment_failed: 'a payment fails',
    payment_recovered: 'succeeds after all',
    payment_refunded: 'a payment is refunded',
  }

  it.each(Object.entries(phrases))('says that %s is counted', (_event, phrase) =>
    expect(blocksOf('doNotTrack').join(' ')).toContain(phrase),
  )

  it.each(rowsOf('on-your-device'))('says how long “$term” stays on the device', ({ term }) => {
    const kept = rowsOf('how-long').filter((row) => row.term === term)
    expect(kept).toEqual([{ term, text: expect.stringMatching(/^On your device/) as string }])
  })
})

describe('the lists of the general pages', () => {
  it.each([
    ['members', team],
    ['releases', releases],
    ['roles', roles],
  ])('%s have unique ids that fit in a URL', (_name, entries) => {
    const ids = entries.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  it('include six team members', () => expect(team).toHaveLength(6))

  it('show releases newest first', () =>
    expect(releases.map(({ date }) => date)).toEqual(
      releases
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    ))
})

describe('the press kit', () => {
  const tokens = readFileSync(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8')
  const valuesOf = (name: string) =>
    [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value)

  it.each(kitColours)('gives the colour $name as the site uses it', ({ name, light, dark }) =>
    expect(valuesOf(name.toLowerCase())).toEqual([light, dark]),
  )
})

describe('the navigation', () => {
  it('leads to every general page', () => {
    const paths = [...headerLinks, ...footerGroups.flatMap(({ links }) => links)].map(
      ({ href }) => href,
    )
    const {
      howItWorks,
      company,
      press,
      careers,
      termsOfUse: terms,
      privacyPolicy: privacy,
      doNotTrack,
      security: safe,
    } = routes
    for (const route of [howItWorks, company, press, careers, terms, privacy, doNotTrack, safe])
      expect(paths).toContain(route)
  })
})
