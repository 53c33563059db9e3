import type { Page } from 'playwright'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { everyRoute } from '../scenes/all.ts'
import type { Reached } from '../support/a-state.ts'
import type { Person } from '../support/people.ts'
import { payloads } from './payloads.ts'

/** The entries of local storage, by key. */
export type Stored = Readonly<Record<string, string>>

/** One hostile visit with a browser. */
export type Visit = {
  readonly kind: 'query' | 'hash' | 'path' | 'state' | 'field'
  readonly path: string
  readonly payload: string
  readonly reached?: Reached
  readonly person?: Person
  /** Changes what the browser has stored before the page is opened. */
  readonly poison?: (stored: Stored) => Stored
  /** Runs once the page is loaded. */
  readonly act?: (page: Page, payload: string) => Promise<void>
}

/** Every URL parameter that the site or its libraries read, and an unknown one. */
const parameters = [
  'returnTo',
  'plan',
  'step',
  'oobCode',
  'mode',
  'continueUrl',
  'apiKey',
  'lang',
  'FEATURE_TRACKING',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  '__proto__',
  'unknown',
] as const

/** Cycles through a list forever. */
const takingTurns = <T>(list: readonly T[], start = 0) => {
  let index = start
  return (): T => list[index++ % list.length]!
}

const textual = [...payloads.scripts, ...payloads.redirects, ...payloads.texts]
/** Without lone surrogates, which no address and no input can hold. */
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
const inAddress = (text: string) => encodeURIComponent(wellFormed(text))

/** Node refuses header lines of more than 16 KiB before our code runs. */
const longest = 12_000
/** The longest payload when every parameter of an address has one. */
const longestBesideOthers = 600

/** Fixed parameters that take a mail link past the site's first checks. */
const rounds: readonly Readonly<Record<string, string>>[] = [
  {},
  { mode: 'verifyEmail' },
  { mode: 'verifyEmail', oobCode: 'code' },
  { mode: 'resetPassword', plan: 'annual' },
]

/**
 * A visit for each route and round with a payload in every parameter, and one for each text too
 * long for that.
 */
const queryVisits = (): readonly Visit[] => {
  const isShort = (text: string) => inAddress(text).length <= longestBesideOthers
  const next = takingTurns(textual.filter(isShort))
  const long = textual.filter((text) => !isShort(text) && inAddress(text).length < longest)
  const nextRoute = takingTurns(everyRoute)
  return [
    ...everyRoute.flatMap((route) =>
      rounds.map((fixed): Visit => {
        const values = parameters.map(
          (parameter) =>
            [parameter, (Object.hasOwn(fixed, parameter) && fixed[parameter]) || next()] as const,
        )
        const query = values
          .map(([parameter, value]) => `${parameter}=${inAddress(value)}`)
          .join('&')
        return {
          kind: 'query',
          path: `${route}?${query}`,
          payload: values.map(([, value]) => value).join(' '),
        }
      }),
    ),
    ...long.map((payload): Visit => ({
      kind: 'query',
      path: `${nextRoute()}?returnTo=${inAddress(payload)}&utm_source=x`,
      payload,
    })),
  ]
}

const hashVisits = (): readonly Visit[] => {
  const next = takingTurns([...payloads.scripts, ...payloads.redirects, ...payloads.paths])
  return everyRoute.flatMap((route) =>
    Array.from({ length: 4 }, (): Visit => {
      const payload = next()
      return { kind: 'hash', path: `${route}#${wellFormed(payload)}`, payload }
    }),
  )
}

const parents = [
  '/',
  '/company/',
  '/sign-up/',
  '/enroll/',
  '/assessment/',
  '/account/',
  '/page-data/',
  '/static/',
]

/** Every third path is also tried below a folder other than the root. */
const pathVisits = (): readonly Visit[] =>
  [...payloads.paths, ...payloads.redirects.map(inAddress)].flatMap((payload, index) => {
    const others = index % 3 === 0 ? [parents[1 + ((index / 3) % (parents.length - 1))]!] : []
    return ['/', ...others].map((parent): Visit => ({
      kind: 'path',
      path: parent + payload,
      payload,
    }))
  })

const poisonStrings = (value: unknown, payload: string): unknown => {
  if (typeof value === 'string') return payload
  if (Array.isArray(value)) return value.map((each) => poisonStrings(each, payload))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, poisonStrings(each, payload)]),
  )
}

/** Replaces every text in the sign-up data, or in one of its fields, with the payload. */
const poisonState = (stored: Stored, payload: string, field: string | null): Stored => {
  const state = JSON.parse(stored[PERSISTED_STATE] ?? '{}') as {
    signUpData?: Record<string, unknown>
  }
  const signUpData = state.signUpData ?? {}
  const poisoned =
    field === null
      ? poisonStrings(signUpData, payload)
      : { ...signUpData, [field]: poisonStrings(signUpData[field] ?? payload, payload) }
  return { ...stored, [PERSISTED_STATE]: JSON.stringify({ ...state, signUpData: poisoned }) }
}

const fields = [
  null,
  'survey',
  'surveyQuestions',
  'moneyBelief',
  'moneyBeliefQuestions',
  'rcSubscriber',
  'billingEmail',
  'stripeSetupIntent',
  'stripeSubscription',
  'subscriptionProduct',
  'stripePaymentMethodId',
  'stripePromotionCode',
  'lastVisitedTimeStamp',
  'visitedSteps',
  'drafts',
  'journey',
] as const

const stateVisits = (): readonly Visit[] => {
  const nextField = takingTurns(fields)
  const next = takingTurns([...payloads.scripts, ...payloads.texts])
  const nextState = takingTurns(payloads.states)
  return everyRoute.flatMap((path) => [
    ...Array.from({ length: 2 }, (): Visit => {
      const [payload, field] = [next(), nextField()]
      return {
        kind: 'state',
        path,
        payload,
        reached: 'create-account',
        poison: (stored) => poisonState(stored, payload, field),
      }
    }),
    ...Array.from({ length: 2 }, (): Visit => {
      const payload = nextState()
      return {
        kind: 'state',
        path,
        payload,
        poison: (stored) => ({ ...stored, [PERSISTED_STATE]: payload }),
      }
    }),
  ])
}

/** Visits of a signed-in user, each with a payload in one of the stored keys. */
export const storedKeyVisits = (keys: readonly string[]): readonly Visit[] => {
  const next = takingTurns([...payloads.states, ...payloads.scripts])
  return keys.flatMap((key) =>
    ['/', '/account', '/sign-up/survey'].map((path): Visit => {
      const payload = next()
      return {
        kind: 'state',
        path,
        payload,
        person: 'complete',
        poison: (stored) => ({ ...stored, [key]: payload }),
      }
    }),
  )
}

/** Types the payload into every field of the page, as a paste would, and submits every form. */
const fillAndSend = (openers: readonly string[]) => async (page: Page, payload: string) => {
  for (const name of openers) await page.getByRole('button', { name, exact: true }).first().click()
  const inputs = page.locator('main, [role=dialog]').locator('input:visible, textarea:visible')
  await inputs.first().waitFor()
  for (const input of await inputs.all()) {
    const type = await input.getAttribute('type')
    if (type === 'checkbox' || type === 'radio') await input.check({ force: true }).catch(() => {})
    else await input.fill(wellFormed(payload)).catch(() => {})
  }
  for (const button of await page.locator('main form button[type=submit]:visible').all()) {
    await button.click({ timeout: 2000 }).catch(() => {})
  }
}

type Form = Pick<Visit, 'path' | 'reached' | 'person'> & {
  readonly openers?: readonly string[]
  readonly times: number
}

const forms: readonly Form[] = [
  { path: '/sign-in', times: 20 },
  { path: '/account-recovery', times: 20 },
  { path: '/sign-up/create-account', reached: 'create-account', times: 25 },
  {
    path: '/sign-up/choose-subscription-plan',
    reached: 'choose-subscription-plan',
    openers: [],
    times: 12,
  },
  { path: '/enroll/payment', times: 12 },
  { path: '/sign-up/personal-details', person: 'subscribed', times: 10 },
  { path: '/account', person: 'complete', openers: ['Edit your details'], times: 8 },
  { path: '/account', person: 'complete', openers: ['Change email'], times: 8 },
  { path: '/account', person: 'complete', openers: ['Change password'], times: 6 },
]

const fieldVisits = (): readonly Visit[] => {
  const next = takingTurns([...payloads.texts, ...payloads.scripts], 7)
  return forms.flatMap(({ openers = [], times, ...form }) =>
    Array.from(
      { length: times },
      () => ({ kind: 'field', ...form, payload: next(), act: fillAndSend(openers) }) as const,
    ),
  )
}

/** Every visit that can be planned before the product is running. */
export const visits = (): readonly Visit[] => [
  ...queryVisits(),
  ...hashVisits(),
  ...pathVisits(),
  ...stateVisits(),
  ...fieldVisits(),
]

/** Raw paths outside the site's routes, which no browser would send. */
export const rawPaths = (): readonly string[] => [
  ...parents.flatMap((parent) => payloads.paths.map((payload) => parent + payload)),
  ...parents.flatMap((parent) => payloads.redirects.map((payload) => parent + payload)),
  ...payloads.redirects,
]
