import { journeys } from './journeys.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { JourneyName, StepId } from './routes.ts'

/** A named part of a journey. */
export type Leg = 'check-up' | 'beliefs' | 'plan'

/** Where a visitor is, and how far they have come. */
export type Course = {
  readonly legs: readonly Leg[]
  /** The leg of the current step. */
  readonly leg: Leg
  /** Counted in legs: 1.5 is halfway through the second. */
  readonly position: number
  /** Rounded up; 0 at the end. */
  readonly minutesLeft: number
}

/** A step, and the fraction of it that is done: 0 to 1, 0 by default. */
export type CoursePlace = { readonly step: StepId; readonly passed?: number }

/**
 * The leg that each step belongs to, and its duration in seconds, measured with `npm run
 * reading-time` for a result with two high belief scores. Both variants of the result take the same
 * time in total, because the server does not know the variant.
 */
const steps: Readonly<Record<StepId, readonly [leg: Leg, seconds: number]>> = {
  survey: ['check-up', 210],
  'money-belief': ['beliefs', 135],
  'money-belief-result': ['beliefs', 45],
  'money-belief-overview': ['beliefs', 15],
  'money-belief-behavior': ['beliefs', 15],
  'money-belief-manage': ['beliefs', 15],
  'choose-subscription-plan': ['plan', 40],
  'create-account': ['plan', 25],
  'verify-email': ['plan', 10],
  payment: ['plan', 45],
  'personal-details': ['plan', 25],
  'download-app': ['plan', 0],
}

const secondsOf = (each: readonly StepId[]): number =>
  each.reduce((sum, step) => sum + steps[step][1], 0)

/** The legs of a journey with their steps, in order, for the variant that `current` belongs to. */
const legsOf = (
  journey: JourneyName,
  current: StepId,
): readonly { readonly leg: Leg; readonly steps: readonly StepId[] }[] => {
  const all = journeys[journey]
  const shown = all.find(({ id }) => id === current)?.variant ?? '1 Step'
  const met = all.filter((step) => step.variant === undefined || step.variant === shown)
  const legs = [...new Set(met.map(({ id }) => steps[id][0]))]
  return legs.map((leg) => ({
    leg,
    steps: met.map(({ id }) => id).filter((id) => steps[id][0] === leg),
  }))
}

/**
 * Where the visitor is in the journey. The position never moves back: on an earlier step it stays
 * at `furthest`, the furthest one so far.
 */
export const courseOf = (
  journey: JourneyName,
  { step, passed = 0 }: CoursePlace,
  furthest = 0,
): Course => {
  const legs = legsOf(journey, step)
  const index = legs.findIndex((leg) => leg.steps.includes(step))
  const inLeg = legs[index]?.steps ?? []
  const behind = secondsOf(inLeg.slice(0, inLeg.indexOf(step))) + passed * steps[step][1]
  const position = Math.min(Math.max(index + behind / secondsOf(inLeg), furthest), legs.length)
  const left = legs.reduce(
    (sum, leg, at) => sum + secondsOf(leg.steps) * Math.min(Math.max(at + 1 - position, 0), 1),
    0,
  )
  return {
    legs: legs.map(({ leg }) => leg),
    leg: steps[step][0],
    position,
    minutesLeft: Math.ceil(left / 60),
  }
}

/** The furthest position that the visitor has reached in the journey. */
export const furthestIn = ({ furthest }: SignUpData, journey: JourneyName): number =>
  furthest[journey] ?? 0

/** Records a position, if it is the furthest so far. */
export const advance = (data: SignUpData, journey: JourneyName, position: number): SignUpChanges =>
  position > furthestIn(data, journey)
    ? { furthest: { ...data.furthest, [journey]: position } }
    : {}
