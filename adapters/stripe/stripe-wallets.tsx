import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import type { ReactElement } from 'react'
import type { CardForm } from '#core/ports/payments.ts'
import { cardFormOf } from './stripe-payments.ts'

export type WalletsProps = {
  /** Called on a click on a wallet's button; false keeps the wallet closed. */
  readonly mayOpen: () => boolean
  /**
   * Saves the card that the visitor authorized. If it settles without saving, the wallet shows a
   * failure.
   */
  readonly onAuthorized: (card: CardForm) => Promise<unknown>
  readonly onCancel: () => void
  /** Shown between the wallets and the card fields. */
  readonly divider: ReactElement
}

type StripeWalletsProps = Omit<WalletsProps, 'divider'> & {
  readonly stripe: Stripe
  readonly options: StripeElementsOptionsMode
  readonly onEscape: (() => void) | undefined
  /** Called once it is known whether this browser has a wallet. */
  readonly onKnown: (hasWallets: boolean) => void
}

/** Wallets that hold cards. The others save payment methods of other types. */
const walletOptions: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
}

/**
 * The buttons of Apple Pay, Google Pay and Link, where the browser has them. They have an
 * `Elements` group of their own, because each group confirms only what was entered in it.
 */
export const StripeWallets = ({ stripe, options, ...props }: StripeWalletsProps) => (
  <Elements stripe={stripe} options={options}>
    <Buttons {...props} />
  </Elements>
)

const Buttons = ({
  mayOpen,
  onAuthorized,
  onCancel,
  onEscape,
  onKnown,
}: Omit<StripeWalletsProps, 'stripe' | 'options'>) => {
  const stripe = useStripe()
  const elements = useElements()

  // The wallet opens only on the visitor's click: nothing may be awaited.
  const open = ({ resolve, reject }: StripeExpressCheckoutElementClickEvent) =>
    mayOpen() ? resolve() : reject()

  const save = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    if (!stripe || !elements) return
    let isConfirmed = false
    const onConfirmed = () => {
      isConfirmed = true
    }
    try {
      await onAuthorized(cardFormOf({ stripe, elements, onConfirmed }))
    } finally {
      if (!isConfirmed) paymentFailed({ reason: 'fail' })
    }
  }

  return (
    <ExpressCheckoutElement
      options={walletOptions}
      onReady={({ availablePaymentMethods }) => onKnown(availablePaymentMethods !== undefined)}
      onLoadError={() => onKnown(false)}
      onClick={open}
      onConfirm={save}
      onCancel={onCancel}
      onEscape={onEscape}
    />
  )
}
