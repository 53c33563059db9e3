import type { ThreeDSecureResult } from './charges.ts'
import type { LastError } from './intents.ts'
import type { PaymentMethod } from './payment-methods.ts'

type SavedCard = PaymentMethod['card']

export interface SetupAttempt {
  id: string
  object: 'setup_attempt'
  application: null
  created: number
  customer: string | null
  customer_account: null
  flow_directions: null
  livemode: false
  on_behalf_of: null
  payment_method: string
  payment_method_details: {
    card: Pick<
      SavedCard,
      | 'brand'
      | 'checks'
      | 'country'
      | 'exp_month'
      | 'exp_year'
      | 'fingerprint'
      | 'funding'
      | 'last4'
      | 'wallet'
    > & {
      network: string
      three_d_secure: Omit<ThreeDSecureResult, 'exemption_indicator'> | null
    }
    type: 'card'
  }
  setup_error: LastError | null
  setup_intent: string
  status: 'failed' | 'requires_action' | 'succeeded'
  usage: string
}
