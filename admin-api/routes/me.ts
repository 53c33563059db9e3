import { Type } from 'typebox'
import { readProfile } from '../data/profile.ts'
import { updateUser } from '../data/users.ts'
import { checkProfileChanges } from '../domain/profile.ts'
import { invalid } from '../problem.ts'
import { unauthenticated } from '../auth/verify-token.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, nullable, problemSchema, profileSchema } from './schemas.ts'

const changesSchema = Type.Object(
  {
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    birthYear: Type.Optional(Type.Integer()),
    phone: Type.Optional(nullable(Type.String())),
  },
  closed,
)

export const registerMe = (app: App, { db, authenticate, clock }: Context) => {
  app.get('/api/v1/me', {
    config: { summary: 'The profile of the user, created by the first call', caller: 'user' },
    schema: { response: { 200: dataOf(profileSchema), 401: problemSchema } },
  }, async (request) => {
    const { user } = await authenticate.required(request)
    return { data: await readProfile(db, user) }
  })

  app.patch('/api/v1/me', {
    config: { summary: 'Changes the profile', caller: 'user' },
    schema: { body: changesSchema, response: { 200: dataOf(profileSchema), 401: problemSchema, 422: problemSchema } },
  }, async (request) => {
    const { user } = await authenticate.required(request)
    const { changes, errors } = checkProfileChanges(request.body, clock())
    if (errors.length > 0) throw invalid(errors)
    const updated = await updateUser(db, user.id, changes)
    if (updated === undefined) throw unauthenticated()
    return { data: await readProfile(db, updated) }
  })
}
