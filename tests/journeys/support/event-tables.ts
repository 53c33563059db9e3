import { expect } from 'vitest'
import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import type { Expected } from './measured.ts'

const title = (own: string) => `${own} | Evenkeel`

/** Page views in order, each referring to the one before. */
const views = (
  pages: readonly (readonly [path: string, title: string])[],
  from: string,
): Expected[] =>
  pages.map(([path, own], index) => ({
    name: 'web_page_viewed',
    properties: { path, title: title(own), referrer: pages[index - 1]?.[0] ?? from },
  }))

export const view = (path: string, own: string, referrer: string): Expected => ({
  name: 'web_page_viewed',
  properties: { path, title: title(own), referrer },
})

const surveySteps = (journey: string) => [
  ...Array.from(
    { length: 11 },
    (_, index) => [`/${journey}/survey?step=${index + 1}`, `Question ${index + 1} of 11`] as const,
  ),
  [`/${journey}/survey?step=result`, 'Your result'] as const,
]

const results = (journey: string, variant: MoneyBeliefResultVariant) =>
  variant === '1 Step'
    ? ([[`/${journey}/money-belief-result`, 'Your money beliefs']] as const)
    : ([
        [`/${journey}/money-belief-overview`, 'Your money beliefs, 1 of 3'],
        [`/${journey}/money-belief-behavior`, 'Your money beliefs, 2 of 3'],
        [`/${journey}/money-belief-manage`, 'Your money beliefs, 3 of 3'],
      ] as const)

/** The screens of the result; the assessment is completed with the first of them. */
const shown = (journey: string, variant: MoneyBeliefResultVariant): Expected[] => {
  const [first, ...others] = views(results(journey, variant), `/${journey}/money-belief`)
  if (!first) throw new Error('The result has no screen.')
  const completed: Expected = {
    name: 'money_belief_assessment_completed',
    properties: {
      dominant: 'avoidance',
      scores: { avoidance: 2, worship: 2, status: 2, vigilance: 2 },
    },
    at: results(journey, variant)[0][0],
  }
  return [first, completed, ...others]
}

/** From the home page's first call to action to the last screen of the result. */
const assessed = (journey: string, variant: MoneyBeliefResultVariant): Expected[] => [
  ...views(surveySteps(journey), '/'),
  view(`/${journey}/money-belief`, 'Statement 1 of 16', `/${journey}/survey?step=result`),
  ...Array.from({ length: 16 }, (_, index): Expected => ({
    name: 'money_belief_assessment_question_answered',
    properties: {
      question: `belief-${String(index + 1).padStart(2, '0')}`,
      answer: 2,
      index: index + 1,
    },
    at: `/${journey}/money-belief`,
  })),
  ...shown(journey, variant),
]

const home: Expected = {
  name: 'web_page_viewed',
  properties: { path: '/', title: 'Evenkeel: a steadier way with money', referrer: '' },
}

const click = (at: string, label: string, href: string, place: string): Expected => ({
  name: 'web_link_clicked',
  properties: { label, href, place },
  at,
})

const aMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
const seconds = expect.any(Number) as number

/** The whole sign-up, up to a click on a store badge. */
export const signUp = (variant: MoneyBeliefResultVariant): Expected[] => {
  const path = (step: string) => `/sign-up/${step}`
  return [
    home,
    click('/', 'Start the check-up', path('survey'), 'home'),
    ...assessed('sign-up', variant),
    view(
      path('choose-subscription-plan'),
      'Choose a plan',
      results('sign-up', variant).at(-1)?.[0] ?? '',
    ),
    {
      name: 'web_program_selected',
      properties: { plan: 'annual', amount: 8999, currency: 'usd', promotion: 'WELCOME20' },
      at: path('choose-subscription-plan'),
    },
    view(path('create-account'), 'Create your account', path('choose-subscription-plan')),
    {
      name: 'user_account_created',
      properties: { method: 'password', journey: 'sign-up' },
      at: path('create-account'),
    },
    { name: 'account_created', properties: { journey: 'sign-up' }, at: path('create-account') },
    view(path('verify-email'), 'Confirm your email', path('create-account')),
    view(path('payment'), 'Payment', path('verify-email')),
    {
      name: 'subscription_intent_created',
      properties: { plan: 'annual', promotion: 'WELCOME20' },
      at: path('payment'),
    },
    {
      name: 'web_free_trial',
      properties: { plan: 'annual', trialEnd: aMoment },
      at: path('payment'),
    },
    view(path('personal-details'), 'About you', path('payment')),
    view(path('download-app'), 'Get the app', path('personal-details')),
    {
      name: 'account_signup_completed',
      properties: { journey: 'sign-up', seconds },
      at: path('download-app'),
    },
    click(
      path('download-app'),
      'For iPhone App Store',
      'https://app.evenkeel.example/app-store',
      'download-app',
    ),
  ]
}

/** Quick sign-up with the monthly plan, from the home page to its end. */
export const enroll = (): Expected[] => {
  const path = (step: string) => `/enroll/${step}`
  return [
    home,
    click('/', 'Start with Monthly', path('payment'), 'plans'),
    view(path('payment'), 'Plan and payment', '/'),
    {
      name: 'web_program_selected',
      properties: { plan: 'monthly', amount: 1299, currency: 'usd', promotion: null },
      at: path('payment'),
    },
    {
      name: 'subscription_intent_created',
      properties: { plan: 'monthly', promotion: null },
      at: path('payment'),
    },
    view(path('create-account'), 'Create your account', path('payment')),
    {
      name: 'user_account_created',
      properties: { method: 'password', journey: 'enroll' },
      at: path('create-account'),
    },
    { name: 'account_created', properties: { journey: 'enroll' }, at: path('create-account') },
    {
      name: 'web_free_trial',
      properties: { plan: 'monthly', trialEnd: aMoment },
      at: path('create-account'),
    },
    view(path('verify-email'), 'Confirm your email', path('create-account')),
    view(path('download-app'), 'Get the app', path('verify-email')),
    {
      name: 'account_signup_completed',
      properties: { journey: 'enroll', seconds },
      at: path('download-app'),
    },
  ]
}

/** Only the assessment, up to the invitation into sign-up. */
export const assessment = (variant: MoneyBeliefResultVariant): Expected[] => [
  home,
  click('/', 'Find yours without signing up', '/assessment/survey', 'beliefs'),
  ...assessed('assessment', variant),
  view(
    '/sign-up/choose-subscription-plan',
    'Choose a plan',
    results('assessment', variant).at(-1)?.[0] ?? '',
  ),
]
