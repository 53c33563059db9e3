import type { ComponentType } from 'react'
import { PortUnavailable } from '#core/model/failures.ts'
import type { PaymentsPort } from '#core/ports/payments.ts'
import { createLatePart } from './late-part.ts'
import type { CardFormViewProps } from './session.tsx'

/** What only the payment step needs. */
export type PaymentParts = {
  readonly payments: PaymentsPort
  readonly CardForm: ComponentType<CardFormViewProps>
  /** Connects to where the provider's script comes from. */
  readonly connect: () => Promise<void>
}

/**
 * The payments port before its code has arrived: it is loaded with the first use, and again after a failure, so that no
 * other page carries it.
 */
export const createLatePayments = (loadParts: () => Promise<PaymentParts>) => {
  const { load } = createLatePart(loadParts)
  const reach = async (): Promise<PaymentsPort> => {
    try {
      return (await load()).payments
    } catch (cause) {
      throw new PortUnavailable('payments', cause)
    }
  }
  const prepare = async () => {
    try {
      await (await load()).connect()
    } catch {
      // Only ahead of time: the step itself tries again and says so when it fails.
    }
  }
  const port: PaymentsPort = {
    validateCard: async (card) => (await reach()).validateCard(card),
    confirmCard: async (input) => (await reach()).confirmCard(input),
    authenticate: async (clientSecret) => (await reach()).authenticate(clientSecret),
  }
  return { load, port, prepare: () => void prepare() }
}

export type LatePayments = ReturnType<typeof createLatePayments>
