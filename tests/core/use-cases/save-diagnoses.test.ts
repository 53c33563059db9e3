import { describe, expect, it } from 'vitest'
import { saveDiagnoses } from '#core/use-cases/save-diagnoses.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'

const nothing = { answers: {}, diagnosis: null }

const answeredSurvey = async ({ app }: InMemory) => {
  const questionnaire = await app.loadQuestionnaire('survey')
  const outcome = await app.assess(questionnaire, answersTo(questionnaire))
  if (outcome.kind !== 'assessed' || outcome.result.kind !== 'survey')
    throw new Error('There is no survey result.')
  return { answers: outcome.answers, diagnosis: outcome.result }
}

const answeredBeliefs = async ({ app }: InMemory) => {
  const questionnaire = await app.loadQuestionnaire('money_belief')
  const outcome = await app.assess(questionnaire, answersTo(questionnaire))
  if (outcome.kind !== 'assessed' || outcome.result.kind !== 'money_belief')
    throw new Error('There is no belief result.')
  return { answers: outcome.answers, diagnosis: outcome.result }
}

/** A visitor who answered everything and then signed up. */
const answered = async () => {
  const world = inMemory()
  const local = { survey: await answeredSurvey(world), moneyBelief: await answeredBeliefs(world) }
  await signUpAda(world)
  return { world, local, profile: await world.adminApi.profile() }
}

describe('saveDiagnoses', () => {
  it('stores both results and returns the profile with them', async () => {
    const { world, local, profile } = await answered()
    const outcome = await world.app.saveDiagnoses(profile, local)
    expect(outcome).toEqual({ kind: 'saved', profile: await world.adminApi.profile() })
    expect(outcome.profile.diagnoses).toMatchObject({
      survey: { answers: local.survey.answers },
      moneyBelief: { answers: local.moneyBelief.answers },
    })
  })

  it('stores the same result once, however often it is called', async () => {
    const { world, local, profile } = await answered()
    await world.app.saveDiagnoses(profile, local)
    await world.app.saveDiagnoses(profile, local)
    expect((await world.adminApi.diagnoses()).items).toHaveLength(2)
  })

  it('stores no result for a questionnaire that was not answered', async () => {
    const { world, local, profile } = await answered()
    const outcome = await world.app.saveDiagnoses(profile, { ...local, moneyBelief: nothing })
    expect(outcome).toMatchObject({
      kind: 'saved',
      profile: { diagnoses: { survey: { kind: 'survey' }, moneyBelief: null } },
    })
  })

  it('skips a result that the server already has', async () => {
    const { world, local, profile } = await answered()
    const { profile: known } = await world.app.saveDiagnoses(profile, local)
    world.adminApi.fail()
    expect(await world.app.saveDiagnoses(known, local)).toEqual({ kind: 'saved', profile: known })
  })

  it('returns invalid for a result that the server no longer accepts', async () => {
    const { world, local, profile } = await answered()
    const old = { ...local.survey, diagnosis: { ...local.survey.diagnosis, version: '0' } }
    expect(await world.app.saveDiagnoses(profile, { survey: old, moneyBelief: nothing })).toEqual({
      kind: 'invalid',
      profile,
    })
  })

  it.each(['survey', 'moneyBelief'] as const)(
    'returns too-many when the account has no room for the %s',
    async (name) => {
      const { world, local, profile } = await answered()
      const full = { ...world.adminApi, saveDiagnosis: async () => ({ kind: 'too-many' as const }) }
      const given = { survey: nothing, moneyBelief: nothing, [name]: local[name] }
      expect(await saveDiagnoses({ adminApi: full })(profile, given)).toEqual({
        kind: 'too-many',
        profile,
      })
    },
  )
})
