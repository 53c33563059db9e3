import { Suspense } from 'react'
import type { CardForm } from '#core/ports/payments.ts'
import { useViews } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { Skeleton } from '../../components/skeleton.tsx'

export const fieldBones = <Skeleton shape="field" count={3} />

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

export interface CardFieldsProps {
  /** What the card will be charged in; null while that is not known yet. */
  currency: string | null
  onReady: (card: CardForm) => void
  /** Escape was pressed in the provider's frame, which no listener of the page hears. */
  onEscape?: () => void
}

/** The provider's own fields for a card, with a placeholder until they can be typed into. */
export const CardFields = ({ currency, onReady, onEscape }: CardFieldsProps) => {
  const { CardForm: ProviderFields } = useViews()
  if (currency === null) return cardSkeleton
  return (
    <Suspense fallback={cardSkeleton}>
      <ProviderFields
        currency={currency}
        onReady={onReady}
        onEscape={onEscape}
        skeleton={cardSkeleton}
        renderUnavailable={cardUnavailable}
      />
    </Suspense>
  )
}
