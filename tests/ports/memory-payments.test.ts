import { expect, it } from 'vitest'
import { createMemoryPayments, memoryCard } from '#adapters/memory/memory-payments.ts'
import { describePaymentsPort } from './payments-port.ts'

describePaymentsPort('memory', () => {
  const payments = createMemoryPayments()
  let intents = 0
  return {
    payments,
    fill: memoryCard,
    authorize: memoryCard,
    createSetupIntent: () => `seti_${++intents}_secret`,
    createChargeToAuthenticate: () => `pi_${++intents}_secret`,
    unknownIntent: 'none',
    answerChallenge: payments.answerChallenge,
    billingEmailOf: (id) =>
      payments.confirmations.find(({ paymentMethodId }) => paymentMethodId === id)?.billingEmail ??
      null,
    fail: payments.fail,
    restore: payments.restore,
  }
})

it('memory payments refuse the card form of another provider', async () => {
  const payments = createMemoryPayments()
  await expect(payments.validateCard({ provider: 'stripe', handle: {} })).rejects.toThrow('stripe')
})
