import { expect, it } from 'vitest'
import type { SubscriptionStatus } from '#core/model/subscription.ts'
import { planEndWords } from '#web/content/words/delete-words.ts'

const say = (status: SubscriptionStatus, cancelAtPeriodEnd = false) =>
  planEndWords({ status, cancelAtPeriodEnd })

it('the warning before deletion suggests cancelling only if that leaves time to use the plan', () => {
  const advised = (['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const).flatMap(
    (status) =>
      [false, true]
        .filter((isCancelled) => /cancel your plan/.test(say(status, isCancelled)))
        .map((isCancelled) => [status, isCancelled]),
  )
  expect(advised).toEqual([
    ['trialing', false],
    ['active', false],
  ])
})

it('the warning before deletion mentions a paid period only if one has been paid for', () => {
  expect([say('active'), say('active', true)].every((words) => /you’ve paid for/.test(words))).toBe(
    true,
  )
  for (const status of ['trialing', 'past_due', 'unpaid', 'paused'] as const)
    expect(say(status)).not.toContain('paid for')
})
