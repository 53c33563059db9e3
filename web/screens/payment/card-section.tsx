import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { Ref } from 'react'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { PaymentStore } from '../../stores/payment-store.ts'
import { CardFields, fieldSkeleton } from './card-fields.tsx'
import type { CardFieldsProps } from './card-fields.tsx'
import * as styles from './payment.module.css'

export type CardSectionProps = Pick<CardFieldsProps, 'currency' | 'onReady' | 'wallet'> & {
  isBusy: boolean
  /** The part of the page that shows what is wrong with the card. */
  ref?: Ref<HTMLElement>
}

/** The card saved before, or the provider's own fields for one. */
export const CardSection = observer(({ isBusy, ref, ...fields }: CardSectionProps) => {
  const payment = useStore(PaymentStore)
  const title = useRef<HTMLHeadingElement>(null)
  // A card saved while the fields are shown keeps their height; one saved before needs less.
  const [hasFields, setHasFields] = useState(!payment.hasSavedCard)
  const useAnother = () => {
    setHasFields(true)
    payment.useAnotherCard()
    // The button unmounts and would drop the focus; the card fields appear under this heading.
    title.current?.focus()
  }
  return (
    <section ref={ref} className={styles.card} aria-label="Card">
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        Card
      </h2>
      {payment.hasSavedCard ? (
        <InPlace of={hasFields && fieldSkeleton}>
          <div className={styles.saved}>
            <p>Your card and billing email are saved</p>
            <Button look="quiet" size="small" onClick={useAnother} unavailable={isBusy}>
              Use another card
            </Button>
          </div>
        </InPlace>
      ) : (
        <CardFields {...fields} />
      )}
    </section>
  )
})
