import { describeAccountCard } from './scenarios/account-card.ts'
import { describeCancelAndResume } from './scenarios/cancel-and-resume.ts'
import { describeDispute } from './scenarios/dispute.ts'
import { describeGraceOver } from './scenarios/grace-over.ts'
import { useWorld } from './support/world.ts'

// Separate from the other journeys, because these move the payment provider's clock.
const theWorld = useWorld()

describeAccountCard(theWorld)
describeGraceOver(theWorld)
describeCancelAndResume(theWorld)
describeDispute(theWorld)
