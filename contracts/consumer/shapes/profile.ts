import { MatchersV3 } from '@pact-foundation/pact'
import { beliefDiagnosis, surveyDiagnosis } from './diagnosis.ts'
import { moment, nothingYet } from './matchers.ts'
import { percentPromotion } from './offers.ts'
import { endedSubscription, failingSubscription, trial } from './subscription.ts'

const { boolean, like, string } = MatchersV3

const identity = {
  id: string('c3b5d0b4-7c51-4b2a-9d0c-1b3a1f0e7c33'),
  email: string('robin@example.com'),
  createdAt: moment('2026-11-01T08:00:00.000Z'),
}

export const newProfile = ({ emailVerified }: { emailVerified: boolean }) => ({
  ...identity,
  emailVerified,
  firstName: nothingYet,
  lastName: nothingYet,
  birthYear: nothingYet,
  phone: nothingYet,
  trackingConsent: boolean(false),
  subscription: nothingYet,
  diagnoses: { survey: nothingYet, moneyBelief: nothingYet },
})

export const personalDetails = {
  firstName: 'Robin',
  lastName: 'Moss',
  birthYear: 1990,
  phone: '+12125550100',
}

export const fullProfile = {
  ...identity,
  emailVerified: true,
  ...personalDetails,
  trackingConsent: boolean(false),
  subscription: trial('annual', percentPromotion('WELCOME20')),
  diagnoses: { survey: surveyDiagnosis, moneyBelief: beliefDiagnosis },
}

export const formerProfile = {
  ...newProfile({ emailVerified: true }),
  subscription: endedSubscription('annual'),
}

export const failingProfile = {
  ...newProfile({ emailVerified: true }),
  subscription: failingSubscription('annual'),
}

/** Any object: the site passes it on unread. */
export const accountExport = like({})
