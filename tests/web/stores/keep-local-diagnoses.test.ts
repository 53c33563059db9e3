import { expect, it } from 'vitest'
import type { App } from '#core/app.ts'
import { keepLocalDiagnoses } from '#web/stores/keep-local-diagnoses.ts'
import { aBeliefResult, aProfile } from '#tests/support/a-visitor.ts'
import { aPageLoad } from './in-memory-stores.ts'

it('keeps the diagnoses as they were when asked, whatever happens to the sign-up data before the use cases are there', async () => {
  const { global } = await aPageLoad()
  global.enterUser({ id: 'ada', email: 'ada@example.com', isEmailVerified: true } as never, aProfile())
  global.changeSignUpData({ moneyBelief: { answers: { q1: 1 }, diagnosis: aBeliefResult } as never })
  const kept: unknown[] = []
  const app: Pick<App, 'keepDiagnoses' | 'reportError'> = {
    keepDiagnoses: async (profile, local) => {
      await Promise.resolve()
      kept.push(local.moneyBelief.diagnosis)
      return profile
    },
    reportError: (error) => {
      throw error
    },
  }
  const asked = keepLocalDiagnoses({ app, global })
  global.resetSignUpData()
  await asked
  expect(kept).toEqual([aBeliefResult])
})
