import { describeAccount } from './scenarios/account.ts'
import { describeAccountChanges } from './scenarios/account-changes.ts'
import { describeAccountEnd } from './scenarios/account-end.ts'
import { describeAccountPlan } from './scenarios/account-plan.ts'
import { describeAccountWithdrawal } from './scenarios/account-withdrawal.ts'
import { useWorld } from './support/world.ts'

const theWorld = useWorld()

describeAccount(theWorld)
describeAccountChanges(theWorld)
describeAccountPlan(theWorld)
describeAccountWithdrawal(theWorld)
describeAccountEnd(theWorld)
