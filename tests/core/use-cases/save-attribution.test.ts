import { describe, expect, it } from 'vitest'
import { attribute, savedFor, noAttribution, restoreAttribution } from '#core/model/attribution.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import { saveAttribution } from '#core/use-cases/save-attribution.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'

const paper = attribute(noAttribution, { source: 'paper' })
const search = attribute(paper, { source: 'search' })

const remember = ({ storage }: InMemory, attribution: object) =>
  storage.write(analyticsKeys.attribution, JSON.stringify(attribution))
const stored = async ({ adminApi }: InMemory) => {
  const outcome = await adminApi.exportAccount()
  return outcome.kind === 'exported' ? outcome.everything['attribution'] : outcome.kind
}

describe('saveAttribution', () => {
  const signedUp = async () => {
    const world = inMemory()
    const { user } = await signUpAda(world)
    return { world, userId: user.id }
  }

  /** The admin API, and what it is sent; `meanwhile` happens before it answers. */
  const listening = ({ adminApi }: InMemory, meanwhile: () => void = () => undefined) => {
    const sent: unknown[] = []
    const updateProfile: typeof adminApi.updateProfile = async (changes) => {
      sent.push(changes)
      meanwhile()
      return adminApi.updateProfile(changes)
    }
    return { sent, adminApi: { ...adminApi, updateProfile } }
  }
  const remembered = ({ storage }: InMemory) => storage.read(analyticsKeys.attribution)

  it('stores the attribution with the user and flags it as stored', async () => {
    const { world, userId } = await signedUp()
    remember(world, paper)
    await world.app.saveAttribution(userId)
    expect(await stored(world)).toEqual(paper)
    expect(savedFor(remembered(world))).toBe(userId)
    expect(restoreAttribution(remembered(world))).toEqual(paper)
  })

  it('sends nothing again until the attribution changes', async () => {
    const { world, userId } = await signedUp()
    const { sent, adminApi } = listening(world)
    const keep = saveAttribution({ ...world, adminApi })
    remember(world, paper)
    await keep(userId)
    await keep(userId)
    expect(sent).toEqual([{ attribution: paper }])
    remember(world, search)
    await keep(userId)
    expect(sent).toEqual([{ attribution: paper }, { attribution: search }])
    expect(await stored(world)).toEqual({
      firstTouch: { source: 'paper' },
      lastTouch: { source: 'search' },
    })
  })

  it('does not flag a change as stored that comes while another is being stored', async () => {
    const { world, userId } = await signedUp()
    const { adminApi } = listening(world, () => remember(world, search))
    remember(world, paper)
    await saveAttribution({ ...world, adminApi })(userId)
    expect(restoreAttribution(remembered(world))).toEqual(search)
    expect(savedFor(remembered(world))).toBeUndefined()
  })

  it('leaves nothing in storage when the visitor opts out meanwhile', async () => {
    const { world, userId } = await signedUp()
    const { adminApi } = listening(world, () => world.storage.remove(analyticsKeys.attribution))
    remember(world, paper)
    await saveAttribution({ ...world, adminApi })(userId)
    expect(world.storage.entries()).toEqual({})
  })

  it('tries again after an outage', async () => {
    const { world, userId } = await signedUp()
    remember(world, paper)
    world.adminApi.fail()
    await world.app.saveAttribution(userId)
    world.adminApi.restore()
    expect(await stored(world)).toEqual(noAttribution)
    expect(savedFor(remembered(world))).toBeUndefined()
    await world.app.saveAttribution(userId)
    expect(await stored(world)).toEqual(paper)
  })

  it('stores the attribution with another user of the same browser too', async () => {
    const { world, userId } = await signedUp()
    remember(world, { ...paper, keptBy: 'someone-else' })
    await world.app.saveAttribution(userId)
    expect(await stored(world)).toEqual(paper)
  })

  it('sends nothing when no attribution is stored', async () => {
    const { world, userId } = await signedUp()
    const { sent, adminApi } = listening(world)
    await saveAttribution({ ...world, adminApi })(userId)
    expect(sent).toEqual([])
    expect(world.storage.entries()).toEqual({})
  })
})
