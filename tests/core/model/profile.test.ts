import { describe, expect, it } from 'vitest'
import { withDiagnoses, withVerifiedEmail } from '#core/model/profile.ts'
import { aBeliefResult, aDiagnosis, aProfile, aSurveyResult } from '#tests/support/a-visitor.ts'

const survey = aDiagnosis(aSurveyResult)
const moneyBelief = aDiagnosis(aBeliefResult)

describe('a profile', () => {
  it('adopts the given diagnoses and keeps the others', () => {
    const empty = aProfile()
    const surveyed = withDiagnoses(empty, { survey, moneyBelief: null })
    expect(surveyed).toEqual({ ...empty, diagnoses: { survey, moneyBelief: null } })
    const both = withDiagnoses(surveyed, { survey: null, moneyBelief })
    expect(both.diagnoses).toEqual({ survey, moneyBelief })
    const later = { ...survey, id: 'later' }
    expect(withDiagnoses(both, { survey: later, moneyBelief: null }).diagnoses).toEqual({
      survey: later,
      moneyBelief,
    })
  })

  it('treats a confirmed address as verified', () => {
    const profile = aProfile({ emailVerified: false, firstName: 'Ada' })
    expect(withVerifiedEmail(profile, 'new@example.com')).toEqual({
      ...profile,
      email: 'new@example.com',
      emailVerified: true,
    })
  })
})
