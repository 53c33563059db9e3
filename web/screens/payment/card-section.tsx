import { observer } from 'mobx-react-lite'
import { Suspense, useRef } from 'react'
import type { CardForm } from '#core/ports/payments.ts'
import { useStore, useViews } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PaymentStore } from '../../stores/payment-store.ts'
import * as styles from './payment.module.css'

const fieldBones = <Skeleton shape="field" count={3} />

const cardSkeleton = (
  <div aria-busy="true">
    <span className="visually-hidden">Loading the card fields</span>
    {fieldBones}
  </div>
)

const cardUnavailable = (retry: () => void) => (
  <InPlace of={fieldBones}>
    <Alert
      kind="error"
      title="We can’t load the card fields right now"
      action={
        <Button look="quiet" size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      Nothing was charged and nothing you entered is lost.
    </Alert>
  </InPlace>
)

export interface CardSectionProps {
  /** What the card will be charged in; null while that is not known yet. */
  currency: string | null
  isBusy: boolean
  onReady: (card: CardForm) => void
}

/** The card saved before, or the provider's own fields for one. */
export const CardSection = observer(({ currency, isBusy, onReady }: CardSectionProps) => {
  const payment = useStore(PaymentStore)
  const { CardForm: CardFields } = useViews()
  const title = useRef<HTMLHeadingElement>(null)
  const useAnother = () => {
    payment.useAnotherCard()
    // The button disappears; the card fields appear under this heading.
    title.current?.focus()
  }
  return (
    <section className={styles.card} aria-label="Card">
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        Card
      </h2>
      {payment.hasSavedCard ? (
        <InPlace of={fieldBones}>
          <div className={styles.saved}>
            <p>Card saved, with your billing email</p>
            <Button look="quiet" size="small" onClick={useAnother} unavailable={isBusy}>
              Use another card
            </Button>
          </div>
        </InPlace>
      ) : currency === null ? (
        cardSkeleton
      ) : (
        <Suspense fallback={cardSkeleton}>
          <CardFields
            currency={currency}
            onReady={onReady}
            skeleton={cardSkeleton}
            renderUnavailable={cardUnavailable}
          />
        </Suspense>
      )}
    </section>
  )
})
