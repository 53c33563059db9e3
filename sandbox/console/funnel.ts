import type { ReceivedEvent } from '../analytics-event.ts'

export type FunnelStep = {
  name: string
  /** Browsers that reached this step after all earlier steps. */
  count: number
  /** The share of the browsers at the first step, in whole percent. */
  share: number
  /** How many of those at the previous step dropped out, and their share in whole percent. */
  lost: number
  lostShare: number
}

/** The funnel of the browsers with the same variant or source. */
export type FunnelSplit = { by: 'variant' | 'source'; value: string; steps: FunnelStep[] }

export type Funnel = { journey: string; title: string; steps: FunnelStep[]; splits: FunnelSplit[] }

type Happened = { name: string; path: string; journey: unknown }
type Step = { name: string; isReached: (event: Happened) => boolean }
type Browser = { variant: string; source: string; events: Happened[] }

/** Sources with a column of their own, those with most browsers first. */
const SHOWN_SOURCES = 3

const viewed = (name: string, path: string | RegExp): Step => ({
  name,
  isReached: (event) =>
    event.name === 'web_page_viewed' &&
    (typeof path === 'string' ? event.path === path : path.test(event.path)),
})
const done = (name: string, event: string, journey: string): Step => ({
  name,
  isReached: (happened) => happened.name === event && happened.journey === journey,
})

const questionnaires = (journey: string): Step[] => [
  viewed('Began the check-up', `/${journey}/survey?step=1`),
  viewed('Saw its result', `/${journey}/survey?step=result`),
  done('Finished the money beliefs', 'money_belief_assessment_completed', journey),
]

const journeys: { journey: string; title: string; steps: Step[] }[] = [
  {
    journey: 'sign-up',
    title: 'Sign-up',
    steps: [
      viewed('Opened the site', /./),
      ...questionnaires('sign-up'),
      done('Chose a plan', 'web_program_selected', 'sign-up'),
      done('Made an account', 'user_account_created', 'sign-up'),
      done('Gave a card', 'subscription_intent_created', 'sign-up'),
      done('Began the free days', 'web_free_trial', 'sign-up'),
      done('Reached the app', 'account_signup_completed', 'sign-up'),
    ],
  },
  {
    journey: 'enroll',
    title: 'Quick sign-up',
    steps: [
      viewed('Opened plan and payment', '/enroll/payment'),
      done('Chose a plan', 'web_program_selected', 'enroll'),
      done('Gave a card', 'subscription_intent_created', 'enroll'),
      done('Made an account', 'user_account_created', 'enroll'),
      done('Began the free days', 'web_free_trial', 'enroll'),
      done('Reached the app', 'account_signup_completed', 'enroll'),
    ],
  },
  {
    journey: 'assessment',
    title: 'Assessment only',
    steps: [
      ...questionnaires('assessment'),
      viewed('Went on to the plans', '/sign-up/choose-subscription-plan'),
    ],
  },
]

const textOr = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise

const browsersOf = (received: readonly ReceivedEvent[]): Browser[] => {
  const browsers = new Map<unknown, Browser>()
  for (const { event } of received) {
    const { browser, name, properties } = event
    const known = browsers.get(browser) ?? {
      variant: 'unknown',
      source: 'direct',
      events: [],
    }
    browsers.set(browser, {
      variant: textOr(properties['variant'], known.variant),
      source: textOr(properties['first_touch_source'], known.source),
      events: [
        ...known.events,
        {
          name,
          path: textOr(properties['path'], ''),
          journey: properties['journey'],
        },
      ],
    })
  }
  return [...browsers.values()]
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 100)

/** How many consecutive steps, counted from the first, a browser has done. */
const depthOf = ({ events }: Browser, steps: Step[]) => {
  const missing = steps.findIndex(({ isReached }) => !events.some(isReached))
  return missing === -1 ? steps.length : missing
}

const count = (depths: number[], steps: Step[]): FunnelStep[] => {
  const at = (step: number) => depths.filter((depth) => depth > step).length
  return steps.map(({ name }, index) => {
    const before = index === 0 ? at(0) : at(index - 1)
    const lost = before - at(index)
    return {
      name,
      count: at(index),
      share: percent(at(index), at(0)),
      lost,
      lostShare: percent(lost, before),
    }
  })
}

const unique = (values: string[]) => [...new Set(values)]

/**
 * The funnel of each journey from the received events: for all browsers, by variant and by first
 * source.
 */
export const funnelsOf = (received: readonly ReceivedEvent[]): Funnel[] => {
  const browsers = browsersOf(received)
  return journeys.map(({ journey, title, steps }) => {
    const begun = browsers
      .map((browser) => ({ ...browser, depth: depthOf(browser, steps) }))
      .filter(({ depth }) => depth > 0)
    const split = (by: 'variant' | 'source', value: string): FunnelSplit => ({
      by,
      value,
      steps: count(
        begun.filter((browser) => browser[by] === value).map(({ depth }) => depth),
        steps,
      ),
    })
    const bySize = unique(begun.map(({ source }) => source))
      .map((source) => split('source', source))
      .toSorted((one, other) => (other.steps[0]?.count ?? 0) - (one.steps[0]?.count ?? 0))
    const shown = bySize.length === SHOWN_SOURCES + 1 ? bySize : bySize.slice(0, SHOWN_SOURCES)
    const rest = new Set(bySize.slice(shown.length).map(({ value }) => value))
    const others = begun.filter(({ source }) => rest.has(source)).map(({ depth }) => depth)
    return {
      journey,
      title,
      steps: count(
        begun.map(({ depth }) => depth),
        steps,
      ),
      splits: [
        ...unique(begun.map(({ variant }) => variant))
          .toSorted()
          .map((variant) => split('variant', variant)),
        ...shown,
        ...(rest.size === 0
          ? []
          : [{ by: 'source' as const, value: `${rest.size} others`, steps: count(others, steps) }]),
      ],
    }
  })
}
