import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reasonOf } from '#admin-api/reason.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
  code: 'ECONNREFUSED',
})

test.each([
  ['a query, in the database’s message', new DrizzleQueryError('select 1', [], refused)],
  ['a connection tried at several addresses', new AggregateError([refused])],
  ['a request, in its cause', new TypeError('fetch failed', { cause: refused })],
  ['anything else, in its first line', new Error(`${refused.message}\nand more`)],
])('reasonOf finds the reason for the failure of %s', (_what, error) => {
  expect(reasonOf(error)).toContain('connect ECONNREFUSED 127.0.0.1:5432')
  expect(reasonOf(error)).not.toMatch(/\n|select/)
})
