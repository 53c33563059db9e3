import type { Attribution } from './attribution.ts'
import type { BeliefResult } from './money-belief.ts'
import type { Subscription } from './subscription.ts'
import type { Answers, DiagnosisKind, SurveyResult } from './survey.ts'

export type DiagnosisResult = SurveyResult | BeliefResult

export type Diagnosis = {
  readonly id: string
  readonly createdAt: string
  readonly kind: DiagnosisKind
  readonly version: string
  readonly answers: Answers
  readonly result: DiagnosisResult
}

/** The product's own record of a user (`stackinData` of the current user). */
export type Profile = {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly birthYear: number | null
  /** E.164. */
  readonly phone: string | null
  readonly createdAt: string
  /** Whether the server may send analytics events about this user. */
  readonly trackingConsent: boolean
  readonly subscription: Subscription | null
  readonly diagnoses: { readonly survey: Diagnosis | null; readonly moneyBelief: Diagnosis | null }
}

export type ProfileChanges = {
  readonly firstName?: string
  readonly lastName?: string
  readonly birthYear?: number
  readonly phone?: string | null
  /** The first touch is stored once; later ones change only the last. */
  readonly attribution?: Attribution
  /**
   * Consent to analytics, under the random id of this browser. Null withdraws it, and deletes the
   * attribution.
   */
  readonly visitorId?: string | null
}

/** The profile after its owner has confirmed another address. */
export const withVerifiedEmail = (profile: Profile, email: string): Profile => ({
  ...profile,
  email,
  emailVerified: true,
})

/** The profile with the diagnoses that were stored meanwhile; the others stay as they are. */
export const withDiagnoses = (
  profile: Profile,
  { survey, moneyBelief }: Profile['diagnoses'],
): Profile => ({
  ...profile,
  diagnoses: {
    survey: survey ?? profile.diagnoses.survey,
    moneyBelief: moneyBelief ?? profile.diagnoses.moneyBelief,
  },
})
