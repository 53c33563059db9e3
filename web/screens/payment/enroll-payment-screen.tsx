import { observer } from 'mobx-react-lite'
import { offerOf } from '#core/model/plan.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { PlanStore } from '../../stores/plan-store.ts'
import { PlanChoice } from '../plan/plan-choice.tsx'
import { useDeferredProducts } from '../plan/use-deferred-products.ts'
import { PaymentScreen } from './payment-screen.tsx'

/** The payment step of the quick journey, where the plan is picked too. */
export const EnrollPaymentScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const { global } = useStores()
  const plan = useStore(PlanStore)
  const hasPlans = useDeferredProducts().length > 0
  const picked = hasPlans ? plan.picked : null
  return (
    <PaymentScreen
      journey={journey}
      pick={{
        product: picked && offerOf(picked, global.isTrialSpent),
        promotion: plan.promotion,
        isLoadFailed: plan.isLoadFailed,
        isCheckingCode: plan.isCheckingPromotion,
        isChoosing: plan.isChoosing,
        checkCode: plan.uncheckedCode === '' ? null : (retry) => void plan.settle(retry),
        choice: <PlanChoice />,
      }}
    />
  )
})
