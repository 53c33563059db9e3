import { beforeEach, describe, expect, it } from 'vitest'
import { DECLINED } from '#core/model/survey.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import type { AdminApiPort, AssessmentSubmission } from '#core/ports/admin-api.ts'
import { anAnswerTo } from '#tests/support/questions.ts'
import { aSubmission, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness, MakeAdminApiHarness } from './admin-api-harness.ts'

const kinds: readonly DiagnosisKind[] = ['survey', 'money_belief']

/** Questionnaires, their scoring, and the saved results. */
export const describeDiagnoses = (
  scene: () => AdminApiHarness,
  makeHarness: MakeAdminApiHarness,
) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  const aUser = () => given('a verified user with no subscription', {})

  const anotherSubmission = async (kind: DiagnosisKind): Promise<AssessmentSubmission> => {
    const { version, questions } = await adminApi.questionnaire(kind)
    const { answers } = await aSubmission(adminApi, kind)
    const question = questions.find((each) => each.type === 'single' || each.type === 'scale')
    return {
      kind,
      version,
      answers: question ? { ...answers, [question.id]: anAnswerTo(question, 1) } : answers,
    }
  }

  describe.each(kinds)('the questionnaire %s', (kind) => {
    it('has questions with unique ids', async () => {
      const { questions, ...about } = await adminApi.questionnaire(kind)
      expect(about).toEqual({ kind, version: expect.stringMatching(/./) })
      expect(questions.length).toBeGreaterThan(0)
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    })

    it('is scored without storing anything', async () => {
      const submission = await aSubmission(adminApi, kind)
      const outcome = await adminApi.calculate(submission)
      expect(outcome).toMatchObject({
        kind: 'calculated',
        result: { kind, version: submission.version },
      })
      await aUser()
      expect(await adminApi.diagnoses()).toEqual({ items: [], nextCursor: null })
    })

    it('names each answer that is missing, invalid or to an unknown question', async () => {
      const { version, answers } = await aSubmission(adminApi, kind)
      const [first = '', second = ''] = Object.keys(answers)
      const { [first]: _, ...others } = answers
      const wrong = {
        kind,
        version,
        answers: { ...others, [second]: 'no-such-option', 'no-such-question': 1 },
      }
      const outcome = await adminApi.calculate(wrong)
      if (outcome.kind !== 'invalid') throw new Error(`Not refused: ${outcome.kind}`)
      expect(outcome.errors.map(({ path }) => path).toSorted()).toEqual(
        [`answers.${first}`, `answers.${second}`, 'answers.no-such-question'].toSorted(),
      )
      await aUser()
      expect(await adminApi.saveDiagnosis(wrong)).toEqual(outcome)
    })

    it('refuses answers to another version', async () => {
      const outcome = await adminApi.calculate({
        ...(await aSubmission(adminApi, kind)),
        version: 'of-last-year',
      })
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'version' }] })
    })
  })

  describe('the survey', () => {
    const surveyed = async () => ({
      questions: (await adminApi.questionnaire('survey')).questions,
      submission: await aSubmission(adminApi, 'survey'),
    })

    it('omits declined answers from the score, and stores them', async () => {
      const { questions, submission } = await surveyed()
      const declined = questions.filter(({ declinable }) => declinable).map(({ id }) => id)
      expect(declined.length).toBeGreaterThan(0)
      const answers = {
        ...submission.answers,
        ...Object.fromEntries(declined.map((id) => [id, DECLINED])),
      }
      const scored = await adminApi.calculate({ ...submission, answers })
      if (scored.kind !== 'calculated' || scored.result.kind !== 'survey')
        throw new Error(`Not scored: ${scored.kind}`)
      const { pillars } = scored.result
      expect(pillars.length).toBeGreaterThan(0)
      const counted = pillars.flatMap((pillar) => pillar.answers.map(({ question }) => question))
      expect(counted.filter((id) => declined.includes(id))).toEqual([])
      expect(pillars.filter((pillar) => pillar.answers.length === 0)).toEqual([])

      await aUser()
      const saved = await adminApi.saveDiagnosis({ ...submission, answers })
      if (saved.kind !== 'saved') throw new Error(`Not saved: ${saved.kind}`)
      expect(Object.values(saved.diagnosis.answers)).toContain(DECLINED)
    })

    it('refuses a declined answer to a question that cannot be declined', async () => {
      const { questions, submission } = await surveyed()
      const asked = questions.find((each) => each.type === 'single' && !each.declinable)
      const outcome = await adminApi.calculate({
        ...submission,
        answers: { ...submission.answers, [asked!.id]: DECLINED },
      })
      expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: `answers.${asked!.id}` }] })
    })

    it('refuses an exclusive option together with another', async () => {
      const { questions, submission } = await surveyed()
      const several = questions.find(
        (each) => each.type === 'multiple' && each.options.some(({ exclusive }) => exclusive),
      )
      if (several?.type !== 'multiple') throw new Error('No option stands alone.')
      const outcome = await adminApi.calculate({
        ...submission,
        answers: { ...submission.answers, [several.id]: several.options.map(({ id }) => id) },
      })
      expect(outcome).toMatchObject({
        kind: 'invalid',
        errors: [{ path: `answers.${several.id}` }],
      })
    })
  })

  describe('saved diagnoses', () => {
    it.each(kinds)('hold the answers and the result of a %s', async (kind) => {
      await aUser()
      const submission = await aSubmission(adminApi, kind)
      const scored = await adminApi.calculate(submission)
      const outcome = await adminApi.saveDiagnosis(submission)
      if (outcome.kind !== 'saved' || scored.kind !== 'calculated') throw new Error('Not saved')
      expect(outcome.diagnosis).toMatchObject({ ...submission, result: scored.result })
      expect(await adminApi.diagnoses()).toEqual({ items: [outcome.diagnosis], nextCursor: null })
    })

    it('are stored once for the same answers, in any order and even when saved concurrently', async () => {
      await aUser()
      const submission = await aSubmission(adminApi, 'survey')
      const reversed = {
        ...submission,
        answers: Object.fromEntries(Object.entries(submission.answers).toReversed()),
      }
      const outcomes = await Promise.all(
        [submission, reversed, submission].map((each) => adminApi.saveDiagnosis(each)),
      )
      const again = await adminApi.saveDiagnosis(submission)
      const ids = [...outcomes, again].map((outcome) =>
        outcome.kind === 'saved' ? outcome.diagnosis.id : outcome.kind,
      )
      expect(new Set(ids).size).toBe(1)
      expect((await adminApi.diagnoses()).items).toHaveLength(1)
    })

    it('are listed newest first, and the profile has the newest of each kind', async () => {
      const diagnoses = [
        await aSubmission(adminApi, 'survey'),
        await aSubmission(adminApi, 'money_belief'),
        await anotherSubmission('survey'),
      ]
      await given('a user who has saved diagnoses', { diagnoses })
      const { items: saved } = await adminApi.diagnoses()
      expect(saved.map(({ answers }) => answers)).toEqual(
        diagnoses.map(({ answers }) => answers).toReversed(),
      )
      expect((await adminApi.profile()).diagnoses).toEqual({
        survey: saved[0],
        moneyBelief: saved[1],
      })
    })

    it('become the newest again when the same answers are saved after others', async () => {
      await aUser()
      const [first, other] = [
        await aSubmission(adminApi, 'survey'),
        await anotherSubmission('survey'),
      ]
      for (const submission of [first, other, first]) await adminApi.saveDiagnosis(submission)
      const { items } = await adminApi.diagnoses()
      expect(items.map(({ answers }) => answers)).toEqual([first.answers, other.answers])
      expect((await adminApi.profile()).diagnoses.survey).toEqual(items[0])
    })

    it('come in pages that do not shift when another diagnosis is saved', async () => {
      const { cursor } = await given('a user who has a page of diagnoses and a part of another', {})
      const first = await adminApi.diagnoses()
      expect(first.nextCursor).toBe(cursor)
      const second = await adminApi.diagnoses(cursor)
      expect(second).toEqual({
        items: expect.arrayContaining([expect.anything()]),
        nextCursor: null,
      })
      const all = [...first.items, ...second.items]
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.map(({ createdAt }) => createdAt)).toEqual(
        all
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .toReversed(),
      )

      await adminApi.saveDiagnosis(await aSubmission(adminApi, 'survey'))
      expect(await adminApi.diagnoses(cursor)).toEqual(second)
    })

    it('cannot be listed from an unknown cursor', async () => {
      await aUser()
      await expect(adminApi.diagnoses('no-cursor')).rejects.toMatchObject({ name: 'Error' })
    })

    it('are refused once the account is full, except for answers that are already saved', async () => {
      await given('a user who has as many diagnoses as an account can hold', {})
      expect(await adminApi.saveDiagnosis(await aSubmission(adminApi, 'survey'))).toEqual({
        kind: 'too-many',
      })
      const known = (await adminApi.profile()).diagnoses.moneyBelief!
      const { kind, version, answers } = known
      expect(await adminApi.saveDiagnosis({ kind, version, answers })).toEqual({
        kind: 'saved',
        diagnosis: known,
      })
      expect((await adminApi.profile()).diagnoses.survey).toBeNull()
    })

    it('are visible only to their own user', async () => {
      await given('a user who has saved diagnoses', {
        diagnoses: [await aSubmission(adminApi, 'survey')],
      })
      const other = await makeHarness()
      await givenIn(() => other)('a verified user with no subscription', {})
      expect(await other.adminApi.diagnoses()).toEqual({ items: [], nextCursor: null })
    })
  })
}
