import { PortUnavailable } from '#core/model/failures.ts'
import type { CardForm, ConfirmCardOutcome, PaymentsPort } from '#core/ports/payments.ts'

export type MemoryPayments = PaymentsPort & {
  fail(): void
  restore(): void
  /** Sets what the visitor does at the bank's check. They pass by default. */
  answerChallenge(answer: 'pass' | 'fail'): void
  /** One entry for each confirmed client secret, oldest first. */
  readonly confirmations: readonly {
    readonly clientSecret: string
    readonly paymentMethodId: string
    readonly billingEmail: string
    readonly cardNumber: string
  }[]
  /** Client secrets of the charges whose bank check the visitor has passed, oldest first. */
  readonly authentications: readonly string[]
}

type Refusal = { readonly declineCode: string; readonly message: string }

const refusals: Readonly<Record<string, Refusal>> = {
  '4000000000000002': { declineCode: 'generic_decline', message: 'Your card was declined.' },
  '4000000000009995': {
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000000069': { declineCode: 'expired_card', message: 'Your card has expired.' },
}

const challenged: readonly string[] = ['4000002500003155', '4000002760003184']

const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/**
 * A filled card form, or an authorized wallet. `number` is one of the provider's well-known test
 * numbers; an empty one is a form left blank.
 */
export const memoryCard = (number = '4242424242424242'): CardForm => ({
  provider: 'memory',
  handle: number.replaceAll(' ', ''),
})

const numberOf = ({ provider, handle }: CardForm): string => {
  if (provider !== 'memory' || typeof handle !== 'string')
    throw new Error(`Not a card form of this provider: ${provider}`)
  return handle
}

const assertSecret = (clientSecret: string) => {
  if (!/^(seti|pi)_.*secret/.test(clientSecret))
    throw new Error(`No such intent: '${clientSecret}'`)
}

/**
 * Accepts any client secret that looks like one, since the server issues them (`seti_1_secret`).
 * Payment method ids hold the card's last four digits: `pm_memory_4242_1`.
 */
export const createMemoryPayments = (): MemoryPayments => {
  const confirmed = new Map<
    string,
    { clientSecret: string; paymentMethodId: string; billingEmail: string; cardNumber: string }
  >()
  const authentications: string[] = []
  let challengeAnswer: 'pass' | 'fail' = 'pass'
  let isDown = false

  const reach = () => {
    if (isDown)
      throw new PortUnavailable('payments', new Error('The payment provider does not answer.'))
  }

  const confirm = (
    number: string,
    clientSecret: string,
    billingEmail: string,
  ): ConfirmCardOutcome => {
    const earlier = confirmed.get(clientSecret)
    if (earlier) return { kind: 'confirmed', paymentMethodId: earlier.paymentMethodId }
    const refusal = refusals[number]
    if (refusal) return { kind: 'declined', ...refusal }
    if (challenged.includes(number) && challengeAnswer === 'fail') {
      return { kind: 'authentication-failed', message: authenticationFailed, declineCode: null }
    }
    const paymentMethodId = `pm_memory_${number.slice(-4)}_${confirmed.size + 1}`
    confirmed.set(clientSecret, { clientSecret, paymentMethodId, billingEmail, cardNumber: number })
    return { kind: 'confirmed', paymentMethodId }
  }

  return {
    validateCard: async (card) =>
      numberOf(card).length < 13
        ? { kind: 'incomplete', message: 'Your card number is incomplete.' }
        : { kind: 'complete' },
    confirmCard: async ({ card, clientSecret, billingEmail }) => {
      const number = numberOf(card)
      if (number.length < 13)
        return { kind: 'incomplete', message: 'Your card number is incomplete.', declineCode: null }
      reach()
      assertSecret(clientSecret)
      return confirm(number, clientSecret, billingEmail)
    },
    authenticate: async (clientSecret) => {
      reach()
      assertSecret(clientSecret)
      const isDone = authentications.includes(clientSecret)
      if (!isDone && challengeAnswer === 'fail')
        return { kind: 'authentication-failed', message: authenticationFailed }
      if (!isDone) authentications.push(clientSecret)
      return { kind: 'authenticated' }
    },
    fail: () => {
      isDown = true
    },
    restore: () => {
      isDown = false
    },
    answerChallenge: (answer) => {
      challengeAnswer = answer
    },
    get confirmations() {
      return [...confirmed.values()]
    },
    get authentications() {
      return [...authentications]
    },
  }
}
