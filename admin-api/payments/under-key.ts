import { bindKey, storeRefusal } from '../data/idempotency.ts'
import type { Database } from '../data/database.ts'
import { canonicalHash } from '../domain/canonical.ts'
import { Problem } from '../problem.ts'

type Request = { readonly userId: string; readonly key: string; readonly body: unknown }

/**
 * Runs a request that moves money under its Idempotency-Key. A decline is final: repeating the key
 * replays it. Throws 409 `idempotency/key-reused` for the key of another request.
 */
export const underKey = async <Result>(
  db: Database,
  { userId, key, body }: Request,
  work: () => Promise<Result>,
): Promise<Result> => {
  const request = { userId, key, requestHash: canonicalHash(body) }
  const { isReused, refusal } = await bindKey(db, request)
  if (isReused)
    throw new Problem(
      409,
      'idempotency/key-reused',
      'This Idempotency-Key belongs to another request.',
    )
  if (refusal !== null)
    throw new Problem(refusal.statusCode, refusal.code, refusal.detail, {
      declineCode: refusal.declineCode,
    })
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'payment/declined') {
      const { statusCode, code, message: detail, extras } = error
      await storeRefusal(db, request, {
        statusCode,
        code,
        detail,
        declineCode: extras.declineCode ?? null,
      })
    }
    throw error
  }
}
