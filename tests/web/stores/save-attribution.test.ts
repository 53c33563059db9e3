import { describe, expect, it, vi } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { saveAttributionOfUsers } from '#web/stores/save-attribution.ts'
import { aPageLoad } from './in-memory-stores.ts'

/** Ada, signed in, on a page whose analytics has loaded. */
const aSignedInPage = async () => {
  const ports = inMemory()
  const { user } = await signUpAda(ports)
  const page = await aPageLoad(ports)
  const save = saveAttributionOfUsers({
    app: ports.app,
    ports,
    global: page.global,
    findVisitorId: ports.analytics.visitorId,
  })
  page.global.enterUser(user, await ports.adminApi.profile())
  const consent = async () => (await ports.adminApi.profile()).trackingConsent
  return { ...page, ...ports, user, save, consent }
}

describe('a user’s consent to tracking', () => {
  it('is saved once the user has signed in, and with each change of the choice', async () => {
    const { global, analytics, save, consent } = await aSignedInPage()
    await expect.poll(consent).toBe(true)
    expect(global.profile?.trackingConsent).toBe(true)
    analytics.forbid()
    save()
    await expect.poll(consent).toBe(false)
    await expect.poll(() => global.profile?.trackingConsent).toBe(false)
  })

  it('is withdrawn by an opt-out that comes while it is being saved', async () => {
    const page = await aSignedInPage()
    await expect.poll(page.consent).toBe(true)
    page.analytics.forbid()
    page.save()
    await expect.poll(page.consent).toBe(false)
    let answer = () => {}
    const { updateProfile } = page.adminApi
    vi.spyOn(page.adminApi, 'updateProfile').mockImplementationOnce(async (changes) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return updateProfile(changes)
    })
    page.analytics.allow()
    page.save()
    await expect.poll(() => vi.mocked(page.adminApi.updateProfile).mock.calls.length).toBe(1)
    page.analytics.forbid()
    page.save()
    answer()
    await expect.poll(() => vi.mocked(page.adminApi.updateProfile).mock.calls.length).toBe(2)
    await expect.poll(page.consent).toBe(false)
  })

  it('is saved without overwriting other changes to the profile', async () => {
    const { global, adminApi, consent } = await aSignedInPage()
    global.changeProfile({ ...(await adminApi.profile()), firstName: 'Ada' })
    await expect.poll(consent).toBe(true)
    await expect
      .poll(() => global.profile)
      .toMatchObject({ firstName: 'Ada', trackingConsent: true })
  })
})
