import type { AuthUser } from '#core/ports/auth.ts'
import type { MoneyBeliefResultVariant, SignUpData } from './persisted-state.ts'
import { isLive, isStopped } from './subscription.ts'
import type { Subscription } from './subscription.ts'
import type { Profile } from './profile.ts'
import { journeyOf, journeyPrefixes, routes } from './routes.ts'
import type { AccountJourney, JourneyName, StepId } from './routes.ts'

/** Everything the guards depend on. */
export type JourneyState = {
  readonly signUp: SignUpData
  readonly variant: MoneyBeliefResultVariant
  readonly user: AuthUser | null
  readonly profile: Profile | null
}

type Step = {
  readonly id: StepId
  readonly isDone: (state: JourneyState) => boolean
  /** The variant the step belongs to; both when absent. */
  readonly variant?: MoneyBeliefResultVariant
  /** A step that cannot be opened again once it is done. */
  readonly closesWhenDone?: true
}

const subscriptionOf = ({ signUp, profile, user }: JourneyState): Subscription | null => {
  if (user === null) return null
  return profile === null ? signUp.stripeSubscription : profile.subscription
}

/** Whether there is a live subscription, in which case no step may lead to another one. */
export const isSubscribed = (state: JourneyState): boolean => {
  const subscription = subscriptionOf(state)
  return subscription !== null && isLive(subscription)
}

/** Whether a card has been confirmed, so that an order can be placed with it. */
export const hasSavedCard = ({ stripePaymentMethodId, stripeSetupIntent }: SignUpData): boolean =>
  stripePaymentMethodId !== '' && stripeSetupIntent !== null

const result = (id: StepId, variant: MoneyBeliefResultVariant): Step => ({
  id,
  variant,
  isDone: ({ signUp, user }) => user !== null || signUp.visitedSteps.includes(id),
})

const survey: Step = {
  id: 'survey',
  isDone: ({ signUp, profile }) => signUp.isSurveyCompleted || Boolean(profile?.diagnoses.survey),
}
const moneyBelief: Step = {
  id: 'money-belief',
  isDone: ({ signUp, profile }) =>
    signUp.moneyBelief.diagnosis !== null || Boolean(profile?.diagnoses.moneyBelief),
}
const results: readonly Step[] = [
  result('money-belief-result', '1 Step'),
  result('money-belief-overview', '3 Steps'),
  result('money-belief-behavior', '3 Steps'),
  result('money-belief-manage', '3 Steps'),
]
const createAccount: Step = {
  id: 'create-account',
  isDone: ({ user }) => user !== null,
  closesWhenDone: true,
}
const verifyEmail: Step = {
  id: 'verify-email',
  isDone: ({ user }) => user?.emailVerified === true,
  closesWhenDone: true,
}
const downloadApp: Step = { id: 'download-app', isDone: () => false }

/** Whether the step shows the money-belief result or a part of it. */
export const isResultStep = (step: StepId): boolean => results.some(({ id }) => id === step)

/** The steps of each journey, in order. Read by routes, guards, progress and the resume offer. */
export const journeys: Readonly<Record<JourneyName, readonly [Step, ...Step[]]>> = {
  'sign-up': [
    survey,
    moneyBelief,
    ...results,
    { id: 'choose-subscription-plan', isDone: ({ signUp }) => signUp.subscriptionProduct !== null },
    createAccount,
    verifyEmail,
    { id: 'payment', isDone: isSubscribed, closesWhenDone: true },
    {
      id: 'personal-details',
      isDone: ({ profile }) => Boolean(profile?.firstName && profile.lastName && profile.birthYear),
    },
    downloadApp,
  ],
  enroll: [
    {
      id: 'payment',
      isDone: (state) => hasSavedCard(state.signUp) || isSubscribed(state),
    },
    { ...createAccount, isDone: isSubscribed },
    verifyEmail,
    downloadApp,
  ],
  assessment: [survey, moneyBelief, ...results],
}

export const hasStep = (journey: JourneyName, step: StepId): boolean =>
  journeys[journey].some(({ id }) => id === step)

const comesBefore = (journey: JourneyName, earlier: StepId, later: StepId): boolean => {
  const steps = journeys[journey].map(({ id }) => id)
  return steps.indexOf(earlier) < steps.indexOf(later)
}

/** Whether the payment step opens only to a verified email. */
export const verifiesBeforePayment = (journey: AccountJourney): boolean =>
  comesBefore(journey, 'verify-email', 'payment')

export const stepPath = (journey: JourneyName, step: StepId): string =>
  `${journeyPrefixes[journey]}/${step}`

/** The first step of a journey. */
export const journeyStart = (journey: JourneyName): string =>
  stepPath(journey, journeys[journey][0].id)

export const emailConfirmedPath = (journey: AccountJourney): string =>
  `${journeyPrefixes[journey]}/email-confirmed`

/**
 * The steps of this visitor: without those of the other variant and, for a subscriber, without all
 * that led to the subscription.
 */
const stepsFor = (journey: JourneyName, state: JourneyState): readonly Step[] => {
  const steps = journeys[journey].filter(
    ({ variant }) => variant === undefined || variant === state.variant,
  )
  const lastToSubscribe = steps.findLastIndex(({ isDone }) => isDone === isSubscribed)
  return isSubscribed(state) ? steps.slice(lastToSubscribe + 1) : steps
}

const firstOpen = (steps: readonly Step[], state: JourneyState): Step | undefined =>
  steps.find((step) => !step.isDone(state))

/** Where a visitor who resumes the journey goes: the first step not done, else the last. */
export const resumeStep = (journey: JourneyName, state: JourneyState): StepId => {
  const steps = stepsFor(journey, state)
  // If no step is open, the last one, which every visitor has.
  const { id } = firstOpen(steps, state) ?? (steps.at(-1) as Step)
  return id
}

/** Returns the requested step when it may be opened, else the step to show instead. */
export const resolveStep = (
  journey: JourneyName,
  requested: StepId,
  state: JourneyState,
): StepId => {
  const steps = stepsFor(journey, state)
  const index = steps.findIndex(({ id }) => id === requested)
  const step = steps[index]
  if (step === undefined) {
    const own = steps.find(({ variant }) => variant !== undefined)
    return isResultStep(requested) && own
      ? resolveStep(journey, own.id, state)
      : resumeStep(journey, state)
  }
  const earlierOpen = firstOpen(steps.slice(0, index), state)
  if (earlierOpen) return earlierOpen.id
  return step.closesWhenDone && step.isDone(state) ? resumeStep(journey, state) : step.id
}

const orderSteps: readonly StepId[] = ['choose-subscription-plan', 'create-account', 'payment']

/**
 * Whether a blocked order step redirects to the account: the subscription is unpaid or paused, or
 * the order discovered it (`isFound`).
 */
export const leadsToAccount = (step: StepId, state: JourneyState, isFound: boolean): boolean => {
  const subscription = subscriptionOf(state)
  return subscription !== null && orderSteps.includes(step) && (isFound || isStopped(subscription))
}

/** Whether the guards let this visitor stay on the page. Only steps and the account are guarded. */
export const mayOpen = (path: string, state: JourneyState): boolean => {
  if (path === routes.account) return state.user !== null
  const journey = journeyOf(path)
  const step = journey && journeys[journey].find(({ id }) => stepPath(journey, id) === path)
  return !journey || !step || resolveStep(journey, step.id, state) === step.id
}

/**
 * Where a signed-in visitor chooses a plan. Without a finished check-up the plan step is closed, so
 * the quick sign-up's payment step is returned instead.
 */
export const planPath = (state: JourneyState): string => {
  const path = stepPath('sign-up', 'choose-subscription-plan')
  return mayOpen(path, state) ? path : stepPath('enroll', 'payment')
}

/** The next step that can still be opened; null when there is none. */
export const nextStep = (
  journey: JourneyName,
  current: StepId,
  state: JourneyState,
): StepId | null => {
  const all = journeys[journey]
  const later = all.slice(all.findIndex(({ id }) => id === current) + 1).map(({ id }) => id)
  const open = stepsFor(journey, state).find(
    (step) => later.includes(step.id) && !(step.closesWhenDone && step.isDone(state)),
  )
  return open?.id ?? null
}

/** The nearest earlier step that can still be opened; null when there is none. */
export const previousStep = (
  journey: JourneyName,
  current: StepId,
  state: JourneyState,
): StepId | null => {
  const steps = stepsFor(journey, state)
  const index = steps.findIndex(({ id }) => id === current)
  return (
    steps
      .slice(0, Math.max(0, index))
      .findLast((step) => !(step.closesWhenDone && step.isDone(state)))?.id ?? null
  )
}

/**
 * Where the visitor would continue: in their latest journey, started on this device or, as far as
 * the server knows, on another. Null when nothing is left to do.
 */
export const unfinishedStep = (
  state: JourneyState,
): { journey: JourneyName; step: StepId } | null => {
  const { journey, visitedSteps, startedTimeStamp } = state.signUp
  const isAssessment = journey === 'assessment'
  const isReached = visitedSteps.includes('download-app') || (isAssessment && isSubscribed(state))
  const isOpen = isAssessment && firstOpen(stepsFor(journey, state), state) !== undefined
  if (isReached && !isOpen) return null
  const step = resumeStep(journey, state)
  const isLeftElsewhere = state.profile !== null && step !== 'download-app'
  return startedTimeStamp !== null || isLeftElsewhere ? { journey, step } : null
}
