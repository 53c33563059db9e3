import type { App } from './app.ts'
import type { Ports } from './ports/ports.ts'
import { cancelSubscription, resumeSubscription } from './use-cases/cancel-subscription.ts'
import { changePlan } from './use-cases/change-plan.ts'
import { checkPromotionCode } from './use-cases/check-promotion-code.ts'
import { checkTrial } from './use-cases/check-trial.ts'
import { choosePlan } from './use-cases/choose-plan.ts'
import { completeSignUp } from './use-cases/complete-sign-up.ts'
import { createAppClaim } from './use-cases/create-app-claim.ts'
import { keepPlan } from './use-cases/keep-plan.ts'
import { markCard } from './use-cases/mark-card.ts'
import { previewPlanChange } from './use-cases/preview-plan-change.ts'
import { repairCard } from './use-cases/repair-card.ts'
import { saveCard } from './use-cases/save-card.ts'
import { subscribe } from './use-cases/subscribe.ts'
import { withdraw } from './use-cases/withdraw.ts'

/** The application plus the subscription use cases, loaded only by the pages that need them. */
export const createSubscriptionApp = (ports: Ports, app: App) => ({
  ...app,
  cancelSubscription: cancelSubscription(ports),
  changePlan: changePlan(ports),
  checkPromotionCode: checkPromotionCode(ports),
  checkTrial: checkTrial(ports),
  choosePlan: choosePlan(ports),
  completeSignUp: completeSignUp(ports),
  createAppClaim: createAppClaim(ports),
  keepPlan: keepPlan(ports),
  markCard: markCard(ports),
  previewPlanChange: previewPlanChange(ports),
  repairCard: repairCard(ports),
  resumeSubscription: resumeSubscription(ports),
  saveCard: saveCard(ports),
  subscribe: subscribe(ports),
  withdraw: withdraw(ports),
})

export type SubscriptionApp = ReturnType<typeof createSubscriptionApp>
