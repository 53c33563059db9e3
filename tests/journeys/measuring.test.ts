import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { describeFaultReports } from './scenarios/fault-reports.ts'
import { describeLeaving } from './scenarios/leaving.ts'
import { describeMeasuredJourneys } from './scenarios/measured-journeys.ts'
import { describeMeasuringOff } from './scenarios/measuring-off.ts'
import { describeVariant } from './scenarios/variant.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

let world: World | undefined

const theWorld = (): World => {
  if (!world) throw new Error('The product does not run.')
  return world
}

beforeAll(async () => {
  world = await createWorld()
}, 300_000)

afterEach(() => theWorld().seeVisitorsOff())

afterAll(() => world?.end())

describeMeasuredJourneys(theWorld)
describeLeaving(theWorld)
describeMeasuringOff(theWorld)
describeVariant(theWorld)
describeFaultReports(theWorld)
