import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#tests/admin-api/support/harness.ts'
import { describeAppClaimsContract } from './consumer/app-claims.pact.ts'
import { describeDiagnosisContract } from './consumer/diagnosis.pact.ts'
import { describeMailingsContract } from './consumer/mailings.pact.ts'
import { describeOffersContract } from './consumer/offers.pact.ts'
import { describeOwnSubscriptionContract } from './consumer/own-subscription.pact.ts'
import { describePlanChangeContract } from './consumer/plan-change.pact.ts'
import { consumer, pactFile, provider } from './consumer/pact.ts'
import { describeProfileContract } from './consumer/profile.pact.ts'
import { describeSubscriptionsContract } from './consumer/subscriptions.pact.ts'
import { describeWithdrawalContract } from './consumer/withdrawal.pact.ts'
import { asProvider, startReferenceProvider } from './reference-provider.ts'
import type { ReferenceProvider } from './reference-provider.ts'
import { verifyProvider } from './verify-provider.ts'

process.env.PACT_DO_NOT_TRACK = 'true'

// One file, because the order matters: the consumer tests write the contract that the provider is
// then verified against.

describe('the site', () => {
  describeDiagnosisContract()
  describeProfileContract()
  describeOffersContract()
  describeMailingsContract()
  describeSubscriptionsContract()
  describeOwnSubscriptionContract()
  describePlanChangeContract()
  describeWithdrawalContract()
  describeAppClaimsContract()

  it('makes the requests in the committed contract (npm run contracts -- -u rewrites it)', async () => {
    await expect(readFileSync(pactFile, 'utf8')).toMatchFileSnapshot(
      `pacts/${consumer}-${provider}.json`,
    )
  })
})

describe('the reference admin API', () => {
  let running: ReferenceProvider

  beforeAll(async () => {
    running = await startReferenceProvider(await freshDatabase())
  })
  afterAll(() => running.stop())

  it('keeps the contract', async () => {
    await expect(verifyProvider(asProvider(running), pactFile)).resolves.toBeGreaterThan(50)
  })
})
