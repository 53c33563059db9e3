import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { formatMoney } from '#core/model/money.ts'
import { offerOf, pricePerMonth, savingPercent } from '#core/model/plan.ts'
import type { Product } from '#core/model/plan.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import { Button } from '../../components/button.tsx'
import type { Elements } from '../../components/elements.ts'
import { InPlace } from '../../components/in-place.tsx'
import { PlanCard } from '../../components/plan-card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LifeRing } from '../../illustrations/life-ring.tsx'
import { PlanStore } from '../../stores/plan-store.ts'
import { shortChargeWords } from '../../content/words/money-words.ts'
import { PlanFeatures } from './plan-features.tsx'
import { PromotionCode } from './promotion-code.tsx'
import { usePlanOfAddress } from './use-plan-of-address.ts'
import { useDeferredProducts } from './use-deferred-products.ts'
import * as styles from './plan.module.css'

const planSkeleton = <Skeleton shape="plan" count={2} />
const features = <Skeleton key="features" shape="text" count={4} />
const panel = <Skeleton key="panel" shape="panel" />

const priceWords = ({ interval, price }: Product) =>
  `a month, ${interval === 'month' ? 'paid monthly' : `${formatMoney(price)} a year`}`

export interface PlanChoiceProps {
  /** The step's own button loads the plans again. */
  isRetriedBelow?: boolean
  /** Shown right under the plans. */
  children?: Elements
}

/** The plans on offer with one of them picked, what they include, and the promotion code. */
export const PlanChoice = observer(({ isRetriedBelow = false, children }: PlanChoiceProps) => {
  const { global } = useStores()
  const plan = useStore(PlanStore)
  const { picked } = plan
  const products = useDeferredProducts()
  usePlanOfAddress()

  useEffect(() => {
    if (plan.offers === null) void plan.load()
  }, [plan])

  if (products.length > 0) {
    return (
      <>
        <fieldset className={styles.plans}>
          <legend className="visually-hidden">Plan</legend>
          {products.map((product) => {
            const saving = savingPercent(product, products)
            return (
              <PlanCard
                key={product.id}
                group="plan"
                value={product.id}
                name={product.name}
                price={formatMoney(pricePerMonth(product))}
                per={priceWords(product)}
                tag={saving > 0 ? `Save ${saving}%` : undefined}
                note={shortChargeWords(
                  offerOf(product, global.isTrialSpent),
                  plan.promotionFor(product),
                )}
                checked={product.id === picked?.id}
                onChange={(id) => void plan.pick(id)}
              />
            )
          })}
        </fieldset>
        {children}
        <PlanFeatures products={products} />
        <PromotionCode />
      </>
    )
  }
  if (plan.isLoadFailed) {
    // The button unmounts and would drop the focus.
    const again = () => {
      focusNewHeading()
      void plan.load()
    }
    return (
      <InPlace of={planSkeleton}>
        <div className={styles.failed}>
          <div className={styles.picture}>
            <LifeRing />
          </div>
          <div role="alert">
            <h2 className={styles.title}>We can’t load the plans right now</h2>
            <p>Nothing you entered is lost. Please try again in a moment.</p>
          </div>
          {!isRetriedBelow && (
            <Button wide onClick={again}>
              Try again
            </Button>
          )}
        </div>
      </InPlace>
    )
  }
  return (
    <div className={styles.loading} aria-busy="true">
      <span className="visually-hidden">Loading the plans</span>
      {planSkeleton}
      {children === undefined ? [features, panel] : [panel, features]}
    </div>
  )
})
