import { beforeEach, describe, expect, it } from 'vitest'
import type { Answers } from '#core/model/survey.ts'
import type { AssessmentSubmission } from '#core/ports/admin-api.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'

describe('findEarlierResult', () => {
  let memory: ReturnType<typeof inMemory>
  let now: AssessmentSubmission

  const saved = async (changed: Answers = {}) => {
    const submission = { ...now, answers: { ...now.answers, ...changed } }
    const outcome = await memory.adminApi.saveDiagnosis(submission)
    return outcome.kind === 'saved' ? outcome.diagnosis : null
  }

  beforeEach(async () => {
    memory = inMemory()
    await signUpAda(memory)
    const survey = await memory.app.loadQuestionnaire('survey')
    now = { kind: 'survey', version: survey.version, answers: answersTo(survey) }
  })

  it('returns the newest result that was calculated from other answers', async () => {
    await saved({ 'main-goal': 'retire-well' })
    const newer = await saved({ 'main-goal': 'build-savings' })
    expect(await memory.app.findEarlierResult(now)).toEqual(newer)
    await saved()
    expect(await memory.app.findEarlierResult(now)).toEqual(newer)
  })

  it('returns null when there is no result of the kind from other answers', async () => {
    expect(await memory.app.findEarlierResult(now)).toBeNull()
    await saved()
    expect(await memory.app.findEarlierResult({ ...now, kind: 'money_belief' })).toBeNull()
    expect(await memory.app.findEarlierResult(now)).toBeNull()
  })
})
