import type { DiagnosisKind } from '#core/model/survey.ts'
import type {
  AdminApiPort,
  AssessmentSubmission,
  SetupIntentRequest,
  SubscriptionOrder,
} from '#core/ports/admin-api.ts'
import type { StateHandlers, StateName, StateParameters, StateValues } from '#contracts/states.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { answersTo } from '#tests/support/questions.ts'

export type AdminApiHarness = {
  readonly adminApi: AdminApiPort
  /**
   * Sets up the contract's states for the visitor who calls `adminApi`. Nobody is signed in at
   * first.
   */
  readonly states: StateHandlers
  /** The visitor proves to their bank who they are. */
  passAuthentication(clientSecret: string): Promise<void>
  fail(): void
  restore(): void
}

export const setupIntentRequest: SetupIntentRequest = {
  billingEmail: 'robin@example.com',
  journey: 'sign-up',
}

let keys = 0
export const aKey = () => `key-${++keys}`

/** Sets up a state of the contract for the visitor of the harness. */
export const givenIn =
  (harness: () => AdminApiHarness) =>
  <Name extends StateName>(
    state: Name,
    parameters: StateParameters<Name>,
  ): Promise<StateValues<Name>> =>
    harness().states[state](parameters)

export type MakeAdminApiHarness = () => Promise<AdminApiHarness> | AdminApiHarness

/** Answers to the questionnaire that is served now. */
export const aSubmission = async (
  adminApi: AdminApiPort,
  kind: DiagnosisKind,
): Promise<AssessmentSubmission> => {
  const questionnaire = await adminApi.questionnaire(kind)
  return { kind, version: questionnaire.version, answers: answersTo(questionnaire) }
}

/** Opens a setup intent for the visitor of the harness; `proof` can hold a challenge token. */
export const aSetupIntent = async (
  adminApi: AdminApiPort,
  proof: { readonly challengeToken?: string } = {},
) => {
  const outcome = await adminApi.createSetupIntent({ ...setupIntentRequest, ...proof })
  if (outcome.kind !== 'created') throw new Error(`Not created: ${outcome.kind}`)
  return outcome.setupIntent
}

/** An order for the annual plan with a confirmed card, with the given changes. */
export const anOrderIn =
  (harness: () => AdminApiHarness) =>
  async (changes: Partial<SubscriptionOrder> = {}): Promise<SubscriptionOrder> => ({
    productId: 'annual',
    journey: 'sign-up',
    consent: someTerms,
    ...(await givenIn(harness)('a confirmed card', {})),
    ...changes,
  })
