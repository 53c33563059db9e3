import { configure } from 'mobx'
import { enableStaticRendering } from 'mobx-react-lite'
import type { App } from '#core/app.ts'
import { AccountStore } from './account-store.ts'
import { AssessmentStore } from './assessment-store.ts'
import { createAttempt } from './attempt.ts'
import { ChangeEmailStore } from './change-email-store.ts'
import { ChangePasswordStore } from './change-password-store.ts'
import { DetailsStore } from './details-store.ts'
import { GlobalStore } from './global-store.ts'
import { LeaveStore } from './leave-store.ts'
import { MailLinkStore } from './mail-link-store.ts'
import { NoticesStore } from './notices-store.ts'
import { PaymentStore } from './payment-store.ts'
import { PlanStore } from './plan-store.ts'
import { ReauthenticateStore } from './reauthenticate-store.ts'
import { SecondFactorStore } from './second-factor-store.ts'
import { SignInStore } from './sign-in-store.ts'
import { SubscriptionStore } from './subscription-store.ts'
import type { Timing } from './timing.ts'
import { VerifyEmailStore } from './verify-email-store.ts'
import { YourAccountStore } from './your-account-store.ts'

configure({ enforceActions: 'always' })
enableStaticRendering(typeof window === 'undefined')

/** A fresh tree of stores. `origin` is the scheme and host that links in mails lead back to. */
export const createStores = ({ app, timing, origin }: { app: App; timing: Timing; origin: string }) => {
  const global = new GlobalStore(timing)
  const notices = new NoticesStore()
  const attempt = createAttempt({ app, global, notices })
  const reauthenticate = new ReauthenticateStore({ app, global })
  const payment = new PaymentStore({ app, global, attempt, origin })
  const verifyEmail = new VerifyEmailStore({ app, global, notices, reauthenticate, attempt, timing, origin })
  return {
    global,
    notices,
    reauthenticate,
    verifyEmail,
    survey: new AssessmentStore('survey', { app, global, notices, attempt }),
    moneyBelief: new AssessmentStore('money_belief', { app, global, notices, attempt }),
    plan: new PlanStore({ app, global, attempt }),
    account: new AccountStore({ app, global, verifyEmail, payment, attempt, origin }),
    payment,
    details: new DetailsStore({ app, global, attempt }),
    secondFactor: new SecondFactorStore({ app, global, notices, reauthenticate, attempt, timing }),
    signIn: new SignInStore({ app, global, attempt, timing }),
    mailLink: new MailLinkStore({ app, global, attempt, origin }),
    yourAccount: new YourAccountStore({ app, global, attempt }),
    subscription: new SubscriptionStore({ app, global, notices, attempt }),
    changeEmail: new ChangeEmailStore({ app, global, notices, reauthenticate, attempt, origin }),
    changePassword: new ChangePasswordStore({ app, notices, reauthenticate, attempt }),
    leave: new LeaveStore({ app, global, reauthenticate, attempt }),
  }
}

export type Stores = ReturnType<typeof createStores>
