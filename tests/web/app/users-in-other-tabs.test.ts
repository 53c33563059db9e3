import { describe, expect, it, vi } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { aTab, withLateProfile } from '#tests/support/restored-tab.ts'
import type { Tab } from '#tests/support/restored-tab.ts'
import { LeaveStore } from '#web/stores/leave-store.ts'
import { ReauthenticateStore } from '#web/stores/reauthenticate-store.ts'
import { SignInStore } from '#web/stores/sign-in-store.ts'
import { YourAccountStore } from '#web/stores/your-account-store.ts'

const bob = { email: 'bob@example.com', password: 'Secret88' }

describe('a tab while another tab changes the user', () => {
  const withBobsAccount = async () => {
    const ports = inMemory()
    await ports.auth.openBrowser().createAccount(bob)
    return ports
  }

  it('hides the previous user’s data as soon as somebody else signs in, then shows the new user’s', async () => {
    const ports = await withBobsAccount()
    await signUpAda(ports)
    const { global, getStore } = await aTab(ports)
    await getStore(YourAccountStore).load()
    expect(getStore(YourAccountStore).records).not.toBeNull()

    await ports.auth.openTab().signIn(bob)
    expect(global.currentUser).toBeNull()
    expect(global.userData.profile).toBeNull()
    await expect.poll(() => global.profile).toMatchObject({ email: bob.email })
    expect(global.currentUser).toMatchObject({ email: bob.email })
    expect(getStore(YourAccountStore).records).toBeNull()
  })

  it('shows a user who signs in when nobody was signed in', async () => {
    const ports = await withBobsAccount()
    const { global } = await aTab(ports)
    await ports.auth.openTab().signIn(bob)
    await expect.poll(() => global.profile).toMatchObject({ email: bob.email })
  })

  it('ignores a late response about a user who has signed out', async () => {
    const ports = await withBobsAccount()
    const { global } = await aTab(ports)
    const other = ports.auth.openTab()
    await other.signIn(bob)
    await other.signOut()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(global.currentUser).toBeNull()
  })

  it('does not show a user who signs out while the page starts', async () => {
    const ports = await withBobsAccount()
    await signUpAda(ports)
    const { arrive, isAsked } = withLateProfile(ports)
    const starting = aTab(ports)
    await isAsked()
    await ports.auth.openTab().signOut()
    arrive()
    const { global } = await starting
    expect(global.isAppInitialized).toBe(true)
    expect(global.currentUser).toBeNull()
    expect(global.signUpData.accountId).toBeNull()
    expect(global.userData.profile).toBeNull()
  })

  it('shows a user who signs in while the page starts with another user', async () => {
    const ports = await withBobsAccount()
    await signUpAda(ports)
    const { arrive, isAsked } = withLateProfile(ports)
    const starting = aTab(ports)
    await isAsked()
    await ports.auth.openTab().signIn(bob)
    arrive()
    const { global } = await starting
    expect(global.profile).toMatchObject({ email: bob.email })
  })

  it('notices a sign-out in another tab while it is signing somebody in itself', async () => {
    const ports = await withBobsAccount()
    const { global, getStore } = await aTab(ports)
    const { arrive, isAsked } = withLateProfile(ports)
    const signingIn = getStore(SignInStore).signIn(bob, () => {})
    await isAsked()
    await ports.auth.openTab().signOut()
    arrive()
    await signingIn
    expect(global.currentUser).toBeNull()
  })

  it('says that the session has ended even if that happens while the page starts', async () => {
    const ports = inMemory()
    await signUpAda(ports)
    vi.spyOn(ports.adminApi, 'profile').mockImplementationOnce(async () => {
      await ports.auth.signOut()
      throw new SessionExpired()
    })
    const { global } = await aTab(ports)
    expect(global.isSessionExpired).toBe(true)
  })

  it('keeps one user’s profile out of another user’s session', async () => {
    const ports = await withBobsAccount()
    const { profile } = await signUpAda(ports)
    const { global } = await aTab(ports)
    await ports.auth.openTab().signIn(bob)
    await expect.poll(() => global.profile).toMatchObject({ email: bob.email })
    if (profile) global.changeProfile({ ...profile, firstName: 'Ada' })
    expect(global.profile).toMatchObject({ email: bob.email })
    expect(global.userData.profile).toMatchObject({ email: bob.email })
  })

  it('does not give one user’s answers to the next user who signs in', async () => {
    const ports = await withBobsAccount()
    await signUpAda(ports)
    const { global, getStore } = await aTab(ports)
    global.changeSignUpData({ survey: { ...global.signUpData.survey, answers: { q1: 'a' } } })
    global.expireSession()
    await ports.auth.signOut()
    expect(global.signUpData.survey.answers).toEqual({ q1: 'a' })

    await getStore(SignInStore).signIn(bob, () => {})
    expect(global.profile).toMatchObject({ email: bob.email })
    expect(global.signUpData.survey.answers).toEqual({})
  })

  it('keeps answers for the first user who signs in, and for that user’s next sign-in', async () => {
    const ports = inMemory()
    await signUpAda(ports)
    await ports.auth.signOut()
    const { global, getStore } = await aTab(ports)
    global.changeSignUpData({ survey: { ...global.signUpData.survey, answers: { q1: 'a' } } })
    await getStore(SignInStore).signIn(ada, () => {})
    expect(global.signUpData.survey.answers).toEqual({ q1: 'a' })
    global.expireSession()
    await ports.auth.signOut()
    await getStore(SignInStore).signIn(ada, () => {})
    expect(global.signUpData.survey.answers).toEqual({ q1: 'a' })
  })

  it.each([
    ['sign-out', ({ getStore }: Tab) => getStore(LeaveStore).signOut()],
    [
      'deletion',
      async ({ getStore }: Tab, { clock }: InMemory) => {
        getStore(LeaveStore).askToDelete()
        await getStore(ReauthenticateStore).confirm(ada.password)
        await clock.advance(1000)
      },
    ],
  ])('empties the stored state before other tabs are notified of the %s', async (_how, leave) => {
    const ports = inMemory()
    await signUpAda(ports)
    const tab = await aTab(ports)
    tab.global.saveDraft('personal-details', { firstName: 'Ada' })
    expect(ports.storage.read(PERSISTED_STATE)).toContain('Ada')
    const found: unknown[] = []
    ports.auth.openTab().onUserChanged((user) => {
      if (user === null) found.push(ports.storage.read(PERSISTED_STATE))
    })
    await leave(tab, ports)
    await expect.poll(() => tab.getStore(LeaveStore).farewell).not.toBeNull()
    expect(found).toEqual([expect.not.stringContaining('Ada')])
  })

  it('loads the profile once for a sign-in in this tab', async () => {
    const ports = inMemory()
    await signUpAda(ports)
    await ports.auth.signOut()
    const { global, getStore } = await aTab(ports)
    const profile = vi.spyOn(ports.adminApi, 'profile')
    await getStore(SignInStore).signIn(ada, () => {})
    expect(global.profile).toMatchObject({ email: ada.email })
    expect(profile).toHaveBeenCalledTimes(1)
  })
})
