import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { describeMailLinks } from './scenarios/mail-links.ts'
import { describeSecondFactor } from './scenarios/second-factor.ts'
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

describeMailLinks(theWorld)
describeSecondFactor(theWorld)
