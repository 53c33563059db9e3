import { describe, expect, it } from 'vitest'
import { attribute, savedFor, noAttribution, restoreAttribution } from '#core/model/attribution.ts'
import { PortUnavailable } from '#core/model/failures.ts'
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
  const allowed = async () => 'visitor-1'
  const refused = async () => null

  /** Ada, whose consent is saved already unless said otherwise. */
  const signedUp = async ({ trackingConsent = true } = {}) => {
    const world = inMemory()
    await signUpAda(world)
    if (trackingConsent) await world.adminApi.updateProfile({ visitorId: 'visitor-1' })
    const ada = await world.adminApi.profile()
    return { world, ada, userId: ada.id }
  }

  /** Records what the admin API is sent; `meanwhile` runs before it answers. */
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
    const { world, ada, userId } = await signedUp()
    remember(world, paper)
    await saveAttribution(world)(ada, allowed)
    expect(await stored(world)).toEqual(paper)
    expect(savedFor(remembered(world))).toBe(userId)
    expect(restoreAttribution(remembered(world))).toEqual(paper)
  })

  it('sends nothing again until the attribution changes', async () => {
    const { world, ada } = await signedUp()
    const { sent, adminApi } = listening(world)
    const keep = saveAttribution({ ...world, adminApi })
    remember(world, paper)
    await keep(ada, allowed)
    await keep(ada, allowed)
    expect(sent).toEqual([{ attribution: paper }])
    remember(world, search)
    await keep(ada, allowed)
    expect(sent).toEqual([{ attribution: paper }, { attribution: search }])
    expect(await stored(world)).toEqual({
      firstTouch: { source: 'paper' },
      lastTouch: { source: 'search' },
    })
  })

  it('does not flag an attribution as stored that arrives while an earlier one is being stored', async () => {
    const { world, ada } = await signedUp()
    const { adminApi } = listening(world, () => remember(world, search))
    remember(world, paper)
    await saveAttribution({ ...world, adminApi })(ada, allowed)
    expect(restoreAttribution(remembered(world))).toEqual(search)
    expect(savedFor(remembered(world))).toBeUndefined()
  })

  it('leaves nothing in storage when the visitor opts out while the attribution is being sent', async () => {
    const { world, ada } = await signedUp()
    const { adminApi } = listening(world, () => world.storage.remove(analyticsKeys.attribution))
    remember(world, paper)
    await saveAttribution({ ...world, adminApi })(ada, allowed)
    expect(world.storage.entries()).toEqual({})
  })

  it('tries again after an outage', async () => {
    const { world, ada } = await signedUp()
    remember(world, paper)
    world.adminApi.fail()
    await saveAttribution(world)(ada, allowed)
    world.adminApi.restore()
    expect(await stored(world)).toEqual(noAttribution)
    expect(savedFor(remembered(world))).toBeUndefined()
    await saveAttribution(world)(ada, allowed)
    expect(await stored(world)).toEqual(paper)
  })

  it('stores the attribution for a second user of the same browser as well', async () => {
    const { world, ada } = await signedUp()
    remember(world, { ...paper, keptBy: 'someone-else' })
    await saveAttribution(world)(ada, allowed)
    expect(await stored(world)).toEqual(paper)
  })

  it('sends nothing when no attribution is stored', async () => {
    const { world, ada } = await signedUp()
    const { sent, adminApi } = listening(world)
    await saveAttribution({ ...world, adminApi })(ada, allowed)
    expect(sent).toEqual([])
    expect(world.storage.entries()).toEqual({})
  })

  const consent = async ({ adminApi }: InMemory) => (await adminApi.profile()).trackingConsent

  it('saves the consent of a visitor who allows analytics, once', async () => {
    const { world, ada } = await signedUp({ trackingConsent: false })
    const { sent, adminApi } = listening(world)
    const save = saveAttribution({ ...world, adminApi })
    expect(await save(ada, allowed)).toBe(true)
    expect(await save({ ...ada, trackingConsent: true }, allowed)).toBeNull()
    expect(sent).toEqual([{ visitorId: 'visitor-1' }])
    expect(await consent(world)).toBe(true)
  })

  it('revokes consent and attribution for a visitor who refuses analytics', async () => {
    const { world, ada } = await signedUp()
    remember(world, paper)
    await saveAttribution(world)(ada, allowed)
    world.storage.remove(analyticsKeys.attribution)
    expect(await saveAttribution(world)(ada, refused)).toBe(false)
    expect(await consent(world)).toBe(false)
    expect(await stored(world)).toEqual(noAttribution)
  })

  it('saves the attribution again when the visitor consents again', async () => {
    const { world, ada } = await signedUp()
    remember(world, paper)
    await saveAttribution(world)(ada, allowed)
    await world.adminApi.updateProfile({ visitorId: null })
    await saveAttribution(world)(await world.adminApi.profile(), allowed)
    expect(await consent(world)).toBe(true)
    expect(await stored(world)).toEqual(paper)
  })

  it('sends nothing when a visitor without saved consent refuses analytics', async () => {
    const { world, ada } = await signedUp({ trackingConsent: false })
    const { sent, adminApi } = listening(world)
    expect(await saveAttribution({ ...world, adminApi })(ada, refused)).toBeNull()
    expect(sent).toEqual([])
  })

  it('changes nothing while it is unknown whether analytics is in use', async () => {
    const { world, ada } = await signedUp()
    const unavailable = async () => {
      throw new PortUnavailable('analytics', new Error('no settings'))
    }
    expect(await saveAttribution(world)(ada, unavailable)).toBeNull()
    expect(await consent(world)).toBe(true)
  })
})
