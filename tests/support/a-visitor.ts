import type { JourneyState } from '#core/model/journeys.ts'
import type { BeliefResult } from '#core/model/money-belief.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { MoneyBeliefResultVariant, SignUpData } from '#core/model/persisted-state.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { Consent, ShownTerms, Subscription } from '#core/model/subscription.ts'
import type { Diagnosis, Profile } from '#core/model/profile.ts'
import type { StepId } from '#core/model/routes.ts'
import type { SurveyResult } from '#core/model/survey.ts'

export const annual: Product = {
  id: 'annual',
  name: 'Annual',
  interval: 'year',
  price: { amount: 8999, currency: 'usd' },
  trialDays: 14,
  features: ['Coach'],
}

export const monthly: Product = {
  id: 'monthly',
  name: 'Monthly',
  interval: 'month',
  price: { amount: 1299, currency: 'usd' },
  trialDays: 7,
  features: ['Coach'],
}

export const welcome20: Promotion = {
  id: 'promo_1',
  code: 'WELCOME20',
  percentOff: 20,
  duration: 'once',
}

export const someTerms: ShownTerms = {
  text: 'By starting, you agree to pay $89.99 a year.',
  version: '2026-11-28',
}

export const aConsent: Consent = {
  ...someTerms,
  productId: 'annual',
  price: annual.price,
  discount: null,
  trialEnd: '2026-12-05T00:00:00Z',
  agreedAt: '2026-11-21T00:00:00Z',
}

export const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  productId: 'annual',
  status: 'trialing',
  price: annual.price,
  trialEnd: '2026-12-05T00:00:00Z',
  currentPeriodEnd: '2026-12-05T00:00:00Z',
  cancelAtPeriodEnd: false,
  discount: null,
  paymentMethod: { brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2030 },
  openInvoice: null,
  graceEndsAt: null,
  withdrawableUntil: null,
  pendingChange: null,
  consent: null,
  changeConsents: [],
  ...overrides,
})

export const aSurveyResult: SurveyResult = {
  kind: 'survey',
  version: '1',
  score: 61,
  band: 'coping',
  headline: 'You are keeping afloat',
  summary: 'A good base.',
  introPicture: 'calm-lake',
  pillars: [],
  nextSteps: [],
}

export const aBeliefResult: BeliefResult = {
  kind: 'money_belief',
  version: '1',
  dominant: 'avoidance',
  beliefs: [],
}

export const aDiagnosis = (result: SurveyResult | BeliefResult): Diagnosis => ({
  id: `diagnosis-${result.kind}`,
  createdAt: '2026-11-21T00:00:00Z',
  kind: result.kind,
  version: result.version,
  answers: {},
  result,
})

export const aProfile = (overrides: Partial<Profile> = {}): Profile => ({
  id: 'user-1',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: null,
  lastName: null,
  birthYear: null,
  phone: null,
  createdAt: '2026-11-21T00:00:00Z',
  trackingConsent: false,
  subscription: null,
  diagnoses: { survey: null, moneyBelief: null },
  ...overrides,
})

type State = JourneyState

/** A visitor partway on: `aVisitor().whoFinishedSurvey().whoAssessedBeliefs().state`. */
export const aVisitor = (
  state: State = { signUp: emptySignUpData, variant: '1 Step', user: null, profile: null },
) => {
  const next = (changes: Partial<State>) => aVisitor({ ...state, ...changes })
  const withSignUp = (changes: Partial<SignUpData>) =>
    next({ signUp: { ...state.signUp, ...changes } })
  return {
    state,
    ofVariant: (variant: MoneyBeliefResultVariant) => next({ variant }),
    with: withSignUp,
    whoFinishedSurvey: () =>
      withSignUp({
        isSurveyCompleted: true,
        survey: { ...state.signUp.survey, diagnosis: aSurveyResult },
      }),
    whoAssessedBeliefs: () =>
      withSignUp({ moneyBelief: { answers: {}, diagnosis: aBeliefResult } }),
    whoSaw: (...steps: StepId[]) =>
      withSignUp({ visitedSteps: [...state.signUp.visitedSteps, ...steps] }),
    whoChose: (product: Product) => withSignUp({ subscriptionProduct: product }),
    whoSignedUp: ({ emailVerified = false } = {}) =>
      next({
        user: { id: 'user-1', email: 'ada@example.com', emailVerified, providerData: [] },
        profile: aProfile({ emailVerified }),
        signUp: { ...state.signUp, accountCreated: true },
      }),
    whoSubscribed: (subscription = aSubscription()) =>
      next({ profile: { ...(state.profile ?? aProfile()), subscription } }),
    whoGaveDetails: () =>
      next({
        profile: {
          ...(state.profile ?? aProfile()),
          firstName: 'Ada',
          lastName: 'Lovelace',
          birthYear: 1990,
        },
      }),
    /** The server has the results from another device; this device has stored nothing. */
    whoAnsweredElsewhere: () =>
      next({
        profile: {
          ...(state.profile ?? aProfile()),
          diagnoses: { survey: aDiagnosis(aSurveyResult), moneyBelief: aDiagnosis(aBeliefResult) },
        },
      }),
  }
}
