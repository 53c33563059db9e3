import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect } from 'react'
import { formatMoney } from '#core/model/money.ts'
import { offerOf, pricePerMonth, savingPercent } from '#core/model/plan.ts'
import type { Product } from '#core/model/plan.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { PlanCard } from '../../components/plan-card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LifeRing } from '../../illustrations/life-ring.tsx'
import { PlanStore } from '../../stores/plan-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { chargeWords } from '../../content/words/money-words.ts'
import { PromotionCode } from './promotion-code.tsx'
import { usePlanOfAddress } from './use-plan-of-address.ts'
import * as styles from './plan.module.css'

const planSkeleton = <Skeleton shape="plan" count={2} />

const priceWords = (product: Product) =>
  product.interval === 'month' ? 'a month' : `a month, ${formatMoney(product.price)} a year`

/** The plans on offer, one of them picked, and a promotion code. */
export const PlanChoice = observer(() => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const plan = useStore(PlanStore)
  const { picked, promotion } = plan
  // Rendered in chunks of a few milliseconds: all plans at once are one long task on a phone.
  const products = useDeferredValue(plan.products)
  usePlanOfAddress()

  useEffect(() => {
    if (plan.offers === null) void plan.load()
  }, [plan])

  if (products.length > 0) {
    const now = serverClock.now()
    return (
      <>
        <fieldset className={styles.plans}>
          <legend className="visually-hidden">Plan</legend>
          {products.map((product) => {
            const saving = savingPercent(product, products)
            const isPicked = product.id === picked?.id
            return (
              <PlanCard
                key={product.id}
                kind="choice"
                group="plan"
                value={product.id}
                name={product.name}
                price={formatMoney(pricePerMonth(product))}
                per={priceWords(product)}
                tag={saving > 0 ? `Save ${saving}%` : undefined}
                note={chargeWords(
                  offerOf(product, global.isTrialSpent),
                  isPicked ? promotion : null,
                  now,
                )}
                features={product.features}
                checked={isPicked}
                onChange={(id) => void plan.pick(id)}
              />
            )
          })}
        </fieldset>
        <PromotionCode />
      </>
    )
  }
  if (plan.isLoadFailed) {
    return (
      <InPlace of={planSkeleton}>
        <Alert
          kind="error"
          title="We can’t load the plans right now"
          action={
            <Button look="quiet" size="small" onClick={() => void plan.load()}>
              Try again
            </Button>
          }
        >
          Nothing you entered is lost. Please try again in a moment.
        </Alert>
        <div className={styles.picture}>
          <LifeRing />
        </div>
      </InPlace>
    )
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading the plans</span>
      {planSkeleton}
    </div>
  )
})
