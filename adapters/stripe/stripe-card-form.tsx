import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  CustomFontSource,
  Stripe,
  StripeElementsOptionsMode,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactElement } from 'react'
import type { CardForm } from '#core/ports/payments.ts'
import type { LoadStripe } from './load-stripe.ts'
import { readAppearance } from './stripe-appearance.ts'
import { cardFormOf } from './stripe-payments.ts'
import { StripeWallets } from './stripe-wallets.tsx'
import type { WalletsProps } from './stripe-wallets.tsx'

export type StripeCardFormProps = {
  readonly loadStripe: LoadStripe
  /** The currency of later charges, as a lower-case ISO 4217 code. */
  readonly currency: string
  readonly locale?: NonNullable<StripeElementsOptionsMode['locale']>
  /** The page's fonts, which the provider's frame loads itself: absolute URLs. */
  readonly fonts?: CustomFontSource[]
  /** How long the fields may take until they can be typed into, in milliseconds. */
  readonly timeout?: number
  /** Called once the fields can be typed into, with the form to hand to the payments port. */
  readonly onReady: (card: CardForm) => void
  /**
   * Called for Escape within the fields: key events in the provider's frame do not reach the page.
   */
  readonly onEscape?: (() => void) | undefined
  /** Wallets above the fields, where the browser has any. */
  readonly wallets: WalletsProps
  /** Called when the provider cannot be reached. */
  readonly onUnavailable?: (error: unknown) => void
  /** Shown until the fields are ready. */
  readonly skeleton: ReactElement
  /** Shown in place of the fields when the provider cannot be reached. */
  readonly renderUnavailable: (retry: () => void) => ReactElement
}

/** The billing email is asked for by the site itself and passed on when the card is confirmed. */
const fieldOptions: StripePaymentElementOptions = {
  layout: 'tabs',
  fields: { billingDetails: { email: 'never' } },
}

/** The appearance for the current colour scheme, light or dark. */
const useAppearance = () => {
  const [appearance, setAppearance] = useState(() => readAppearance(document))
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const readAgain = () => setAppearance(readAppearance(document))
    scheme.addEventListener('change', readAgain)
    return () => scheme.removeEventListener('change', readAgain)
  }, [])
  return appearance
}

/**
 * Stripe's card fields, for saving a card. For browsers only: render it once the page is hydrated.
 */
export const StripeCardForm = (props: StripeCardFormProps) => {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

/**
 * A frame that the browser or an extension blocks never reports anything, so the wait for it ends
 * after this many milliseconds.
 */
const READY_TIMEOUT = 20_000

/**
 * How much longer than the fields the wallets may take, in milliseconds. Later ones are not shown.
 */
const WALLETS_TIMEOUT = 3000

type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly stripe: Stripe }
  | { readonly kind: 'unavailable' }

const Attempt = ({
  loadStripe,
  currency,
  locale = 'auto',
  fonts = [],
  timeout = READY_TIMEOUT,
  onReady,
  onEscape,
  wallets,
  onUnavailable,
  skeleton,
  renderUnavailable,
  onRetry,
}: StripeCardFormProps & { readonly onRetry: () => void }) => {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' })
  const [card, setCard] = useState<CardForm | null>(null)
  const [hasWallets, setHasWallets] = useState<boolean | null>(null)
  const isReady = card !== null && hasWallets !== null
  const appearance = useAppearance()

  const fail = (error: unknown) => {
    setLoading({ kind: 'unavailable' })
    onUnavailable?.(error)
  }
  const failLoading = useEffectEvent(fail)

  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      try {
        const stripe = await loadStripe()
        if (isCurrent) setLoading({ kind: 'loaded', stripe })
      } catch (error) {
        if (isCurrent) failLoading(error)
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [loadStripe])

  useEffect(() => {
    if (isReady || loading.kind !== 'loaded') return
    const timer = setTimeout(
      () => failLoading(new Error(`The card fields were not ready within ${timeout} ms.`)),
      timeout,
    )
    return () => clearTimeout(timer)
  }, [isReady, loading, timeout])

  useEffect(() => {
    if (card === null || hasWallets !== null) return
    const timer = setTimeout(() => setHasWallets(false), WALLETS_TIMEOUT)
    return () => clearTimeout(timer)
  }, [card, hasWallets])

  const welcome = useEffectEvent(onReady)
  useEffect(() => {
    if (card !== null && isReady) welcome(card)
  }, [card, isReady])

  const options: StripeElementsOptionsMode = {
    mode: 'setup',
    currency,
    allowedPaymentMethodTypes: ['card'],
    appearance,
    locale,
    fonts,
  }
  const { divider, ...walletHandlers } = wallets

  if (loading.kind === 'unavailable') return renderUnavailable(onRetry)
  return (
    <>
      {!isReady && skeleton}
      {loading.kind === 'loaded' && (
        // Laid out from the start: a frame that is not displayed cannot measure itself.
        <div inert={!isReady} style={isReady ? undefined : { height: 0, overflow: 'hidden' }}>
          {hasWallets !== false && (
            <StripeWallets
              stripe={loading.stripe}
              options={options}
              onEscape={onEscape}
              onKnown={(isAny) => setHasWallets((known) => known ?? isAny)}
              {...walletHandlers}
            />
          )}
          {hasWallets && divider}
          <Elements stripe={loading.stripe} options={options}>
            <Fields onReady={setCard} onEscape={onEscape} onUnavailable={fail} />
          </Elements>
        </div>
      )}
    </>
  )
}

type FieldsProps = {
  readonly onReady: (card: CardForm) => void
  readonly onEscape: (() => void) | undefined
  readonly onUnavailable: (error: unknown) => void
}

const Fields = ({ onReady, onEscape, onUnavailable }: FieldsProps) => {
  const stripe = useStripe()
  const elements = useElements()
  const ready = () => {
    if (stripe && elements) onReady(cardFormOf({ stripe, elements }))
  }
  return (
    <PaymentElement
      options={fieldOptions}
      onReady={ready}
      onEscape={onEscape}
      onLoadError={({ error }) => onUnavailable(error)}
    />
  )
}
