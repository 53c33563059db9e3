import { Type } from 'typebox'
import { cursorPattern, listDiagnoses, storeDiagnosis } from '../data/diagnoses.ts'
import { calculate } from '../domain/scoring.ts'
import { invalid, Problem } from '../problem.ts'
import type { App, Context } from './context.ts'
import {
  assessmentSchema,
  closed,
  dataOf,
  diagnosisSchema,
  pageOf,
  problemSchema,
} from './schemas.ts'

const path = '/api/v1/coaching/diagnosis'

/** The default and largest page size. */
const mostOnPage = 50

const pageSchema = Type.Object(
  {
    limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-4]\\d|50)$' })),
    cursor: Type.Optional(Type.String({ pattern: cursorPattern })),
  },
  closed,
)

export const registerDiagnoses = (app: App, { settings, db, readStale, authenticate }: Context) => {
  app.get(
    path,
    {
      config: { summary: 'A page of the diagnoses of the user, newest first', caller: 'user' },
      schema: {
        querystring: pageSchema,
        response: { 200: pageOf(diagnosisSchema), 401: problemSchema, 422: problemSchema },
      },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      const { limit = mostOnPage, cursor = null } = request.query
      return readStale((replica) => listDiagnoses(replica, user.id, Number(limit), cursor))
    },
  )

  app.post(
    path,
    {
      config: { summary: 'Scores and stores answers, once per distinct answers', caller: 'user' },
      schema: {
        body: assessmentSchema,
        response: {
          200: dataOf(diagnosisSchema),
          201: dataOf(diagnosisSchema),
          401: problemSchema,
          409: problemSchema,
          422: problemSchema,
        },
      },
    },
    async (request, reply) => {
      const { user } = await authenticate.required(request)
      const { kind, version } = request.body
      const calculation = calculate(kind, version, request.body.answers)
      if (calculation.kind === 'rejected') throw invalid(calculation.errors)
      const { answers, result } = calculation
      const outcome = await storeDiagnosis(
        db,
        { userId: user.id, kind, version, answers, result },
        settings.maxDiagnoses,
      )
      if (outcome.kind === 'too-many') {
        throw new Problem(
          409,
          'diagnosis/too-many',
          'This account holds as many diagnoses as it can.',
        )
      }
      return reply.code(outcome.kind === 'stored' ? 201 : 200).send({ data: outcome.diagnosis })
    },
  )
}
