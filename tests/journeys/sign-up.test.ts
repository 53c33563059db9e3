import { describeConfirming } from './scenarios/confirming.ts'
import { describeEntries } from './scenarios/entries.ts'
import { describeEffort } from './scenarios/effort.ts'
import { describeMessages } from './scenarios/messages.ts'
import { describeOutages } from './scenarios/outages.ts'
import { describePayment } from './scenarios/payment.ts'
import { describeServerRendering } from './scenarios/server-rendering.ts'
import { describeWholeSignUp } from './scenarios/whole-sign-up.ts'
import { useWorld } from './support/world.ts'

const theWorld = useWorld()

describeWholeSignUp(theWorld)
describeEffort(theWorld)
describeServerRendering(theWorld)
describeEntries(theWorld)
describeMessages(theWorld)
describeConfirming(theWorld)
describePayment(theWorld)
describeOutages(theWorld)
