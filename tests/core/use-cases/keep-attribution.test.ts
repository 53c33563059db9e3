import { describe, expect, it } from 'vitest'
import { attribute, noAttribution } from '#core/model/attribution.ts'
import { measuringKeys } from '#core/model/tracking-consent.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'

const paper = attribute(noAttribution, { source: 'paper' })
const search = attribute(paper, { source: 'search' })

const remember = ({ storage }: InMemory, touches: object) => storage.write(measuringKeys.touches, JSON.stringify(touches))
const stored = async ({ adminApi }: InMemory) => {
  const outcome = await adminApi.exportAccount()
  return outcome.kind === 'exported' ? outcome.everything['attribution'] : outcome.kind
}

describe('keepAttribution', () => {
  const signedUp = async () => {
    const world = inMemory()
    const { user } = await signUpAda(world)
    return { world, userId: user.id }
  }

  it('stores the touches with the user, once for each new one', async () => {
    const { world, userId } = await signedUp()
    remember(world, paper)
    await world.app.keepAttribution(userId)
    expect(await stored(world)).toEqual(paper)

    world.adminApi.fail()
    await world.app.keepAttribution(userId)
    world.adminApi.restore()
    remember(world, search)
    await world.app.keepAttribution(userId)
    expect(await stored(world)).toEqual({ firstTouch: { source: 'paper' }, lastTouch: { source: 'search' } })
  })

  it('tries again after an outage', async () => {
    const { world, userId } = await signedUp()
    remember(world, paper)
    world.adminApi.fail()
    await world.app.keepAttribution(userId)
    world.adminApi.restore()
    expect(await stored(world)).toEqual(noAttribution)
    await world.app.keepAttribution(userId)
    expect(await stored(world)).toEqual(paper)
  })

  it('stores the touches with another user of the same browser too', async () => {
    const { world, userId } = await signedUp()
    remember(world, { ...paper, keptBy: 'someone-else' })
    await world.app.keepAttribution(userId)
    expect(await stored(world)).toEqual(paper)
  })

  it('stores nothing when no touch is remembered', async () => {
    const { world, userId } = await signedUp()
    world.adminApi.fail()
    await world.app.keepAttribution(userId)
    world.adminApi.restore()
    expect(await stored(world)).toEqual(noAttribution)
    expect(world.storage.entries()).toEqual({})
  })
})
