import { Type } from 'typebox'
import { canonicalHash } from '../domain/canonical.ts'
import { publicQuestionnaire } from '../domain/questionnaire.ts'
import { calculate, questionnaires } from '../domain/scoring.ts'
import { invalid } from '../problem.ts'
import type { App, Context } from './context.ts'
import {
  assessmentSchema,
  closed,
  dataOf,
  kindSchema,
  problemSchema,
  questionnaireSchema,
  resultSchema,
} from './schemas.ts'

const prepared = (kind: keyof typeof questionnaires) => {
  const data = publicQuestionnaire(questionnaires[kind])
  return { body: JSON.stringify({ data }), etag: `"${canonicalHash(data).slice(0, 32)}"` }
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))

export const registerQuestions = (app: App, { settings, perMinute }: Context) => {
  const answers = { survey: prepared('survey'), money_belief: prepared('money_belief') }

  app.get(
    '/api/v1/coaching/diagnosis/public/questions',
    {
      config: { summary: 'The questions of an assessment' },
      schema: {
        querystring: Type.Object({ kind: kindSchema }, closed),
        response: {
          200: dataOf(questionnaireSchema),
          304: Type.Unsafe<unknown>({ description: 'Not changed' }),
          422: problemSchema,
        },
      },
    },
    async ({ query, headers }, reply) => {
      const { body, etag } = answers[query.kind]
      void reply
        .header('ETag', etag)
        .header('Cache-Control', 'public, max-age=300, stale-while-revalidate=86400')
      if (matches(headers['if-none-match'], etag)) return reply.code(304).send(null)
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )

  app.post(
    '/api/v1/coaching/diagnosis/public/calculate',
    {
      config: {
        ...perMinute(settings.rateLimits.publicPosts, 'cheaply'),
        summary: 'Scores answers; stores nothing',
      },
      schema: {
        body: assessmentSchema,
        response: { 200: dataOf(resultSchema), 422: problemSchema, 429: problemSchema },
      },
    },
    async ({ body }) => {
      const calculation = calculate(body.kind, body.version, body.answers)
      if (calculation.kind === 'rejected') throw invalid(calculation.errors)
      return { data: calculation.result }
    },
  )
}
