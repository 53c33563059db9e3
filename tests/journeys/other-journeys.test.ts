import { describeAssessment } from './scenarios/assessment.ts'
import { describeComingAhead } from './scenarios/coming-ahead.ts'
import { describeEnroll } from './scenarios/enroll.ts'
import { describeFastMoves } from './scenarios/fast-moves.ts'
import { describeHardWays } from './scenarios/hard-ways.ts'
import { describeInView } from './scenarios/in-view.ts'
import {
  describeFinishingLater,
  describeKeepingResults,
  describePrices,
} from './scenarios/keeping-results.ts'
import { describeFirstResult, describePauses } from './scenarios/pauses.ts'
import { describePlaces } from './scenarios/places.ts'
import { describeResuming } from './scenarios/resuming.ts'
import { useWorld } from './support/world.ts'

const theWorld = useWorld()

describeEnroll(theWorld)
describeAssessment(theWorld)
describeResuming(theWorld)
describeFastMoves(theWorld)
describeHardWays(theWorld)
describeKeepingResults(theWorld)
describeFinishingLater(theWorld)
describePrices(theWorld)
describeComingAhead(theWorld)
describePlaces(theWorld)
describeInView(theWorld)
describePauses(theWorld)
describeFirstResult(theWorld)
