import { describeErrorReports } from './scenarios/error-reports.ts'
import { describeLeaving } from './scenarios/leaving.ts'
import { describeMeasuredJourneys } from './scenarios/measured-journeys.ts'
import { describeAnalyticsOff } from './scenarios/analytics-off.ts'
import { describeVariant } from './scenarios/variant.ts'
import { useWorld } from './support/world.ts'

const theWorld = useWorld()

describeMeasuredJourneys(theWorld)
describeLeaving(theWorld)
describeAnalyticsOff(theWorld)
describeVariant(theWorld)
describeErrorReports(theWorld)
