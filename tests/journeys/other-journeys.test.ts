import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { describeAssessment } from './scenarios/assessment.ts'
import { describeEnroll } from './scenarios/enroll.ts'
import { describeHardWays } from './scenarios/hard-ways.ts'
import { describeKeepingResults, describePrices } from './scenarios/keeping-results.ts'
import { describeResuming } from './scenarios/resuming.ts'
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

describeEnroll(theWorld)
describeAssessment(theWorld)
describeResuming(theWorld)
describeHardWays(theWorld)
describeKeepingResults(theWorld)
describePrices(theWorld)
