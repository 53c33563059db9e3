import { toldOf } from '#admin-api/domain/mailings.ts'
import type { Cause } from '#admin-api/domain/notices.ts'
import { scoreMoneyBelief, scoreSurvey } from '#admin-api/domain/scoring.ts'
import type { About } from '#admin-api/mail/notice-content.ts'
import { beliefAnswers, surveyAnswers } from '#tests/admin-api/support/answers.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })

/** Who a mail is for, and what it is about. */
export const about: About = {
  plan: { name: 'Annual', interval: 'year' },
  firstName: 'Ada',
  siteUrl: 'https://evenkeel.example',
}

/** One cause for each mail there is, by the name of its picture. */
export const everyCause: Readonly<Record<string, Cause>> = {
  'trial-started': {
    kind: 'subscribed',
    productId: 'annual',
    price: usd(8999),
    firstCharge: usd(7199),
    startedAt: '2026-11-26T09:00:00.000Z',
    trialEnd: '2026-12-10T09:00:00.000Z',
    periodEnd: '2026-12-10T09:00:00.000Z',
  },
  'plan-started': {
    kind: 'subscribed',
    productId: 'annual',
    price: usd(8999),
    firstCharge: usd(8999),
    startedAt: '2026-11-26T09:00:00.000Z',
    trialEnd: null,
    periodEnd: '2027-11-26T09:00:00.000Z',
  },
  'trial-ending': {
    kind: 'trial-ending',
    productId: 'annual',
    charge: usd(8999),
    startedAt: '2026-11-26T09:00:00.000Z',
    trialEnd: '2026-12-10T09:00:00.000Z',
  },
  'renewal-ahead': {
    kind: 'renewal-ahead',
    productId: 'annual',
    charge: usd(8999),
    renewsAt: '2027-12-10T09:00:00.000Z',
  },
  'payment-failed': {
    kind: 'payment-failed',
    productId: 'annual',
    amount: usd(8999),
    attemptedAt: '2026-11-24T09:00:00.000Z',
    nextAttemptAt: '2026-11-27T09:00:00.000Z',
    card: { brand: 'Visa', last4: '4242' },
    accessUntil: '2026-12-01T09:00:00.000Z',
  },
  'payment-failed-last': {
    kind: 'payment-failed',
    productId: 'annual',
    amount: usd(8999),
    attemptedAt: '2026-11-24T09:00:00.000Z',
    nextAttemptAt: null,
  },
  'payment-recovered': {
    kind: 'payment-recovered',
    productId: 'annual',
    price: usd(8999),
    periodEnd: '2027-11-24T09:00:00.000Z',
  },
  'payment-recovered-cancelled': {
    kind: 'payment-recovered',
    productId: 'annual',
    price: usd(8999),
    periodEnd: '2027-11-24T09:00:00.000Z',
    isCancelled: true,
  },
  'trial-cancelled': {
    kind: 'cancelled',
    productId: 'annual',
    accessUntil: '2026-12-10T09:00:00.000Z',
    isTrial: true,
  },
  cancelled: {
    kind: 'cancelled',
    productId: 'annual',
    accessUntil: '2027-11-26T09:00:00.000Z',
    isTrial: false,
  },
  'cancelled-without-access': {
    kind: 'cancelled',
    productId: 'annual',
    accessUntil: '2027-11-26T09:00:00.000Z',
    isTrial: false,
    isClosed: true,
  },
  'cancelled-past-due': {
    kind: 'cancelled',
    productId: 'annual',
    accessUntil: '2027-11-26T09:00:00.000Z',
    isTrial: false,
    owed: usd(8999),
    graceEndsAt: '2026-12-03T09:00:00.000Z',
  },
  'cancelled-on-hold': {
    kind: 'cancelled',
    productId: 'annual',
    accessUntil: '2027-11-26T09:00:00.000Z',
    isTrial: false,
    owed: usd(8999),
    graceEndsAt: null,
  },
  resumed: {
    kind: 'resumed',
    productId: 'annual',
    charge: usd(8999),
    chargedAt: '2026-12-10T09:00:00.000Z',
  },
  'on-hold': { kind: 'on-hold', productId: 'annual', owed: usd(8999) },
  ended: { kind: 'ended', productId: 'annual' },
  'ended-unpaid': { kind: 'ended-unpaid', productId: 'annual' },
  'plan-changed': {
    kind: 'plan-changed',
    productId: 'annual',
    priceId: 'price_annual',
    price: { amount: 8999, currency: 'usd' },
    startsAt: null,
    charged: { amount: 8263, currency: 'usd' },
    nextCharge: { amount: 8999, currency: 'usd' },
    nextChargeAt: '2027-11-26T09:00:00.000Z',
  },
  'plan-changed-in-trial': {
    kind: 'plan-changed',
    productId: 'annual',
    priceId: 'price_annual',
    price: { amount: 8999, currency: 'usd' },
    startsAt: null,
    charged: null,
    nextCharge: { amount: 7199, currency: 'usd' },
    nextChargeAt: '2026-12-10T09:00:00.000Z',
  },
  'plan-to-change': {
    kind: 'plan-changed',
    productId: 'annual',
    priceId: 'price_annual',
    price: { amount: 8999, currency: 'usd' },
    startsAt: '2026-12-26T09:00:00.000Z',
    charged: null,
    nextCharge: { amount: 8999, currency: 'usd' },
    nextChargeAt: '2026-12-26T09:00:00.000Z',
  },
  refunded: {
    kind: 'refunded',
    productId: 'annual',
    amount: usd(8999),
    card: { brand: 'Visa', last4: '4242' },
    refundedAt: '2026-11-27T09:00:00.000Z',
    hasEnded: true,
  },
  'refunded-access': {
    kind: 'refunded',
    productId: 'annual',
    amount: usd(8999),
    card: null,
    refundedAt: '2026-11-27T09:00:00.000Z',
    hasEnded: false,
  },
  'account-deleted': {
    kind: 'account-deleted',
    to: 'ada@example.com',
    deletedAt: '2026-11-26T09:00:00.000Z',
  },
  'email-changed': {
    kind: 'email-changed',
    to: 'ada@example.com',
    changedAt: '2026-11-26T09:00:00.000Z',
  },
  'check-up-result': {
    kind: 'result',
    to: 'ada@example.com',
    askedAt: '2026-11-27T09:00:00.000Z',
    told: toldOf(scoreSurvey(surveyAnswers)),
  },
  'money-belief-result': {
    kind: 'result',
    to: 'ada@example.com',
    askedAt: '2026-11-27T09:00:00.000Z',
    told: toldOf(scoreMoneyBelief(beliefAnswers(3, { 'belief-01': 6 }))),
  },
  'quiet-beliefs-result': {
    kind: 'result',
    to: 'ada@example.com',
    askedAt: '2026-11-27T09:00:00.000Z',
    told: toldOf(scoreMoneyBelief(beliefAnswers(2, { 'belief-01': 3 }))),
  },
  'finish-later': {
    kind: 'finish-later',
    to: 'ada@example.com',
    askedAt: '2026-11-27T09:00:00.000Z',
  },
}
