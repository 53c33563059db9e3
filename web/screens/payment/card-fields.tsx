import { Suspense, useState } from 'react'
import type { MouseEvent } from 'react'
import type { CardForm } from '#core/ports/payments.ts'
import { useViews } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import * as styles from './payment.module.css'

export const fieldSkeleton = (
  <div className={styles.bones}>
    <Skeleton shape="field" count={3} />
  </div>
)

const cardSkeleton = (
  <div aria-busy="true">
    <span className="visually-hidden">Loading the card fields</span>
    {fieldSkeleton}
  </div>
)

/** The pressed button is removed, so the heading above the fields takes the focus. */
const focusTitle = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest('section, form')?.querySelector<HTMLElement>('h2, h3')?.focus()

const cardUnavailable = (retry: () => void) => (
  <InPlace of={fieldSkeleton}>
    <Alert
      kind="outage"
      title="We can’t load the card fields right now"
      action={
        <Button
          look="quiet"
          size="small"
          onClick={(event) => {
            focusTitle(event)
            retry()
          }}
        >
          Try again
        </Button>
      }
    >
      Nothing was charged and nothing you entered is lost.
    </Alert>
  </InPlace>
)

/** Paying with a wallet, where the browser has one. */
export interface WalletUse {
  /** Called when a wallet's button is clicked; false keeps the wallet closed. */
  mayOpen: () => boolean
  /** Pays with the card that the visitor authorized; settles once the attempt is over. */
  pay: (card: CardForm) => Promise<unknown>
}

export interface CardFieldsProps {
  /** The currency of the charge; null while it is unknown. */
  currency: string | null
  onReady: (card: CardForm) => void
  wallet: WalletUse
  /** Escape was pressed in the provider's frame, which no listener of the page hears. */
  onEscape?: () => void
}

/**
 * The wallets of the browser and the provider's own fields for a card, with a placeholder until
 * they can be used.
 */
export const CardFields = ({ currency, onReady, wallet, onEscape }: CardFieldsProps) => {
  const { CardForm: ProviderFields } = useViews()
  const [isCancelled, setIsCancelled] = useState(false)
  if (currency === null) return cardSkeleton
  return (
    <Suspense fallback={cardSkeleton}>
      <ProviderFields
        currency={currency}
        onReady={onReady}
        onEscape={onEscape}
        wallets={{
          mayOpen: () => {
            setIsCancelled(false)
            return wallet.mayOpen()
          },
          onAuthorized: wallet.pay,
          onCancel: () => setIsCancelled(true),
          divider: (
            <>
              <output className={styles.closed}>
                {isCancelled && 'Wallet closed. Nothing was charged.'}
              </output>
              <p className={styles.or}>or pay by card</p>
            </>
          ),
        }}
        skeleton={cardSkeleton}
        renderUnavailable={cardUnavailable}
      />
    </Suspense>
  )
}
