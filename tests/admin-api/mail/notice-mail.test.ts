import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { tellDate, tellMoney } from '#admin-api/mail/formats.ts'
import { writeNotice } from '#admin-api/mail/notice-mail.ts'
import { dark, light } from '#admin-api/mail/theme.ts'
import { toldOf } from '#admin-api/domain/mailings.ts'
import type { Cause } from '#admin-api/domain/notices.ts'
import { scoreMoneyBelief } from '#admin-api/domain/scoring.ts'
import { about, everyCause } from '#tests/support/notices.ts'
import { beliefAnswers } from '../support/answers.ts'

const subjects: Readonly<Record<string, string>> = {
  'trial-started': 'Your free trial has started: $71.99 on 10 December 2026',
  'plan-started': 'Your plan has started: $89.99 on 26 November 2026',
  'trial-ending': 'Your trial ends on 10 December 2026: $89.99',
  'renewal-ahead': 'Your plan renews on 10 December 2027: $89.99',
  'payment-failed': 'Your payment of $89.99 didn’t go through',
  'payment-failed-last': 'Your payment of $89.99 didn’t go through',
  'payment-failed-cancelled': 'Your payment of $89.99 didn’t go through',
  'payment-recovered': 'Your payment went through',
  'payment-recovered-cancelled': 'Your payment went through',
  'trial-cancelled': 'Your plan is cancelled: access until 10 December 2026',
  cancelled: 'Your plan is cancelled: access until 26 November 2027',
  'cancelled-without-access': 'Your plan is cancelled: it ends on 26 November 2027',
  'cancelled-past-due': 'Your plan is cancelled: $89.99 is still due',
  'cancelled-on-hold': 'Your plan is cancelled: $89.99 is still due',
  resumed: 'Your plan continues: $89.99 on 10 December 2026',
  kept: 'Your plan continues: $89.99 on 10 December 2026',
  'kept-refunded': 'Your plan continues: $89.99 on 10 December 2026',
  'on-hold': 'Your plan is on hold until $89.99 is paid',
  'on-hold-cancelled': 'Your plan is on hold until $89.99 is paid',
  ended: 'Your plan has ended',
  'ended-unpaid': 'Your plan has ended: the payment didn’t go through',
  'plan-changed': 'Your plan has changed: $82.63',
  'plan-changed-in-trial': 'Your plan has changed',
  'plan-to-change': 'Your plan changes on 26 December 2026',
  refunded: 'We’ve refunded $89.99',
  'refunded-in-all': 'We’ve refunded $89.99 in all',
  'refunded-access': 'We’ve refunded $89.99',
  'account-deleted': 'Your Evenkeel account has been deleted',
  'email-changed': 'The email address of your account has changed',
  'check-up-result': 'Your check-up: 63 of 100',
  'money-belief-result': 'Your money beliefs: avoidance speaks loudest',
  'quiet-beliefs-result': 'Your money beliefs: no belief speaks loudly',
  'finish-later': 'Your way back to Evenkeel',
}

/** Where the links lead in mails that are not about an account. */
const targets: Readonly<Record<string, string>> = {
  'account-deleted': '/',
  'check-up-result': '/',
  'money-belief-result': '/',
  'quiet-beliefs-result': '/',
  'finish-later': '/sign-up/choose-subscription-plan',
}

type Node = { readonly nodeName: string; readonly childNodes?: readonly Node[] }
const elementsOf = (node: Node): readonly string[] => [
  node.nodeName,
  ...(node.childNodes ?? []).flatMap(elementsOf),
]

/** The texts of the HTML's headings, paragraphs, cells and links. */
const textsOf = (html: string): readonly string[] =>
  [...html.replace(/^.*<main>/su, '').matchAll(/>([^<>]+)</gu)]
    // Drops the spaces that give a button its width in Outlook.
    .map(([, text = '']) => text.replaceAll(/&#\d+;/gu, '').trim())
    .filter((text) => /[a-z\d]/iu.test(text))

describe('the mail about money beliefs', () => {
  type Others = Partial<Record<'worship' | 'status' | 'vigilance', number>>

  const write = async (avoidance: number, scores: Others = {}) => {
    const values = [avoidance, scores.worship ?? 1, scores.status ?? 1, scores.vigilance ?? 1]
    const answers = beliefAnswers(
      1,
      Object.fromEntries(
        Array.from({ length: 16 }, (_, index) => [
          `belief-${String(index + 1).padStart(2, '0')}`,
          values[index % 4]!,
        ]),
      ),
    )
    const told = toldOf(scoreMoneyBelief(answers))
    const cause = { ...everyCause['money-belief-result']!, told } as Cause
    return writeNotice(cause, about)
  }

  test.each([
    ['avoidance speaks loudest', 5, {}],
    ['avoidance and status speak loudest', 5, { status: 5 }],
    ['avoidance speaks a little louder than the rest', 3, {}],
    ['avoidance and vigilance speak a little louder than the rest', 3, { vigilance: 3 }],
    ['no belief stands out', 3, { worship: 3, status: 3, vigilance: 3 }],
    ['all four speak loudly', 4, { worship: 4, status: 4, vigilance: 4 }],
    ['no belief speaks loudly', 2, {}],
  ] as const)('says that %s', async (said, avoidance, scores) => {
    const { subject } = await write(avoidance, scores)
    expect(subject).toBe(`Your money beliefs: ${said}`)
  })

  test('lists the beliefs loudest first, with advice for the loud ones', async () => {
    const { text } = await write(4, { status: 5, worship: 3 })
    const places = ['Status', 'Avoidance', 'Worship', 'Vigilance'].map((name) => text.indexOf(name))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(text).toContain('What helps with status')
    expect(text).toContain('What helps with avoidance')
    expect(text).not.toContain('What helps with worship')
  })

  test('has no advice when no belief is loud', async () => {
    expect((await write(2)).text).not.toContain('What helps')
  })
})

describe.each(Object.entries(everyCause))('the mail "%s"', (name, cause) => {
  test('has its subject, a heading and the reason it came', async () => {
    const { subject, html, text } = await writeNotice(cause, about)
    expect(subject).toBe(subjects[name])
    expect(html.match(/<h1/gu)).toHaveLength(1)
    expect(html).toContain('You’re getting this because')
    expect(text.replaceAll('\n', ' ')).toContain('You’re getting this because')
  })

  test('has one link, to the account or to a page that needs none, and loads no images', async () => {
    const { html, text } = await writeNotice(cause, about)
    const target = `https://evenkeel.example${targets[name] ?? '/account'}`
    expect([...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href)).toEqual([target])
    expect(text).toContain(`:\n${target}\n`)
    expect(html).not.toMatch(/<img|src=|url\(/u)
  })

  test('says in plain text what it says in HTML', async () => {
    const { html, text } = await writeNotice(cause, about)
    const read = text.replaceAll(/\s+/gu, ' ')
    const texts = textsOf(html)
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.filter((each) => !read.includes(each))).toEqual([])
    expect(text.split('\n').filter((line) => line.length > 76)).toEqual([])
    expect(text).not.toMatch(/[<>]|&\w+;/u)
  })

  test('escapes a name, and reads correctly without one', async () => {
    const firstName = '<script>alert(1)</script>'
    const hostile = await writeNotice(cause, { ...about, firstName })
    expect(elementsOf(parse(hostile.html) as Node)).not.toContain('script')
    expect(hostile.html).toContain('Hello &lt;script&gt;')
    const nameless = await writeNotice(cause, { ...about, firstName: null, plan: null })
    expect(nameless.text).toContain('\nHello,\n')
    expect(nameless.text + nameless.html).not.toMatch(/\bnull\b|undefined|NaN/u)
  })
})

test('the mail about a failed payment names the card, and how long access lasts', async () => {
  const { text } = await writeNotice(everyCause['payment-failed']!, about)
  const read = text.replaceAll(/\s+/gu, ' ')
  expect(read).toContain('with your Visa ending 4242 failed')
  expect(read).toContain('You keep full access until 1 December 2026.')
  expect(read).not.toContain('We won’t try')
})

test('the mail about the last failed attempt to charge says that there will be no other', async () => {
  const { text } = await writeNotice(everyCause['payment-failed-last']!, about)
  expect(text).toContain('We won’t try this card again.')
})

test.each(['payment-failed-cancelled', 'on-hold-cancelled'])(
  'the mail "%s" asks to pay what is due, not to keep or cancel the plan',
  async (name) => {
    const { text } = await writeNotice(everyCause[name]!, about)
    const read = text.replaceAll(/\s+/gu, ' ')
    expect(read).toContain('Once this is paid, nothing more will be charged.')
    expect(read).not.toMatch(/keep your plan|Cancel your plan/u)
  },
)

test.each(['refunded', 'ended'])(
  'the mail "%s" mentions only the ended plan, because another may be running',
  async (name) => {
    const { text } = await writeNotice(everyCause[name]!, about)
    const read = text.replaceAll(/\s+/gu, ' ')
    expect(read).toMatch(/nothing more will be charged for it\./iu)
    expect(read).not.toContain('your access')
  },
)

describe('the formats of the mails', () => {
  test('write dates with day, month and year in UTC', () => {
    expect(tellDate('2026-12-31T23:59:59.999Z')).toBe('31 December 2026')
    expect(tellDate('2027-01-01T00:00:00.000Z')).toBe('1 January 2027')
  })

  test('write amounts with the currency’s own decimals', () => {
    expect(tellMoney({ amount: 8999, currency: 'usd' })).toBe('$89.99')
    expect(tellMoney({ amount: 900, currency: 'jpy' })).toBe('¥900')
  })
})

test('the colours of the mails are those of the site', () => {
  const css = readFileSync(
    path.resolve(import.meta.dirname, '../../../web/styles/tokens.css'),
    'utf8',
  )
  const [day = '', night = ''] = css.split('prefers-color-scheme: dark')
  for (const [name, colour] of Object.entries(light)) expect(day).toContain(`--${name}: ${colour};`)
  for (const [name, colour] of Object.entries(dark)) expect(night).toContain(`--${name}: ${colour}`)
})
