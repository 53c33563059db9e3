import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { describeConfirming } from './scenarios/confirming.ts'
import { describeEntries } from './scenarios/entries.ts'
import { describeMessages } from './scenarios/messages.ts'
import { describeOutages } from './scenarios/outages.ts'
import { describePayment } from './scenarios/payment.ts'
import { describeServerRendering } from './scenarios/server-rendering.ts'
import { describeWholeSignUp } from './scenarios/whole-sign-up.ts'
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

describeWholeSignUp(theWorld)
describeServerRendering(theWorld)
describeEntries(theWorld)
describeMessages(theWorld)
describeConfirming(theWorld)
describePayment(theWorld)
describeOutages(theWorld)
