import { describe, expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { PERSISTED_STATE_VERSION } from '#core/model/persisted-state.ts'
import type { UserData } from '#core/model/persisted-state.ts'
import type { Profile } from '#core/model/profile.ts'
import { HINT, HINT_KEY } from '#core/model/session-hint.ts'
import { aSubscription, aSurveyResult } from '#tests/support/a-visitor.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { aTab, withLateProfile } from '#tests/support/restored-tab.ts'
import type { RestoredTab } from '#web/app/restore-state.ts'

const OTHER_VERSION = PERSISTED_STATE_VERSION + 1

type Stored = { readonly signUpData: object; readonly userData: UserData }

const storedIn = ({ storage }: InMemory) =>
  JSON.parse(storage.read(PERSISTED_STATE) ?? '{}') as Stored

/** The text that another tab would store after these changes to the sign-up data. */
const storedElsewhere = (ports: InMemory, changes: object, version = PERSISTED_STATE_VERSION) => {
  const state = storedIn(ports)
  const signUpData = { ...state.signUpData, ...changes }
  return JSON.stringify({ ...state, signUpData, __mps__: { version } })
}

/** Another tab stores changes to the profile, `later` milliseconds newer than this tab's. */
const changeProfileElsewhere = (
  ports: InMemory,
  changes: Partial<Profile>,
  { later = 1, userId }: { later?: number; userId?: string } = {},
) => {
  const { userData, ...state } = storedIn(ports)
  const changed: UserData = {
    userId: userId ?? userData.userId,
    profile: { ...userData.profile!, ...changes },
    lastUpdatedTimestamp: userData.lastUpdatedTimestamp! + later,
  }
  ports.storage.otherTab().write(PERSISTED_STATE, JSON.stringify({ ...state, userData: changed }))
}

/** A tab in the back-forward cache: it receives no storage events until `comeBack` restores it. */
const aCachedTab = async (ports: InMemory) => {
  let comeBack = () => {}
  const reload = vi.fn<() => void>()
  const tab: RestoredTab = {
    addEventListener: (_type, listener) => {
      comeBack = () => listener({ persisted: true } as PageTransitionEvent)
    },
    location: { reload },
  }
  vi.spyOn(ports.storage, 'watch').mockReturnValue(() => {})
  vi.spyOn(ports.app, 'watchUser').mockReturnValue(() => {})
  const stores = await aTab(ports, tab)
  return { ...stores, reload, comeBack: () => comeBack() }
}

it.each([
  ['that names the changed key', true],
  ['that names no key', false],
])('a tab adopts what another tab stores, on a storage event %s', async (_, knowsKeys) => {
  const ports = inMemory()
  const { watch } = ports.storage
  vi.spyOn(ports.storage, 'watch').mockImplementation((listener) =>
    watch((key) => listener(knowsKeys ? key : null)),
  )
  const { global } = await aTab(ports)
  global.changeSignUpData({ billingEmail: 'old@example.com' })
  const stored = await vi.waitUntil(() => ports.storage.read(PERSISTED_STATE))
  const elsewhere = stored.replace('old@', 'new@')
  expect(elsewhere).not.toBe(stored)
  ports.storage.otherTab().write(PERSISTED_STATE, elsewhere)
  await expect.poll(() => global.signUpData.billingEmail).toBe('new@example.com')
})

describe('a tab that is notified of what another tab has stored', () => {
  it('stores nothing in response, so that fields known only to a newer build are kept', async () => {
    const ports = inMemory()
    const { global } = await aTab(ports)
    const text = storedElsewhere(ports, { billingEmail: 'new@example.com', later: 1 })
    ports.storage.otherTab().write(PERSISTED_STATE, text)
    await expect.poll(() => global.signUpData.billingEmail).toBe('new@example.com')
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(ports.storage.read(PERSISTED_STATE)).toBe(text)
  })

  it('stores a change of its own made right afterwards', async () => {
    const ports = inMemory()
    const { global } = await aTab(ports)
    const text = storedElsewhere(ports, { billingEmail: 'new@example.com' })
    ports.storage.otherTab().write(PERSISTED_STATE, text)
    global.saveDraft('personal-details', { firstName: 'Ada' })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(JSON.parse(ports.storage.read(PERSISTED_STATE) ?? '{}')).toMatchObject({
      signUpData: {
        billingEmail: 'new@example.com',
        drafts: { 'personal-details': { firstName: 'Ada' } },
      },
    })
  })

  it('neither adopts nor overwrites a state of another version, and keeps its changes in memory', async () => {
    const ports = inMemory()
    const { global } = await aTab(ports)
    global.changeSignUpData({ billingEmail: 'old@example.com' })
    const text = storedElsewhere(ports, { billingEmail: 'new@example.com' }, OTHER_VERSION)
    ports.storage.otherTab().write(PERSISTED_STATE, text)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(ports.storage.read(PERSISTED_STATE)).toBe(text)
    expect(global.signUpData.billingEmail).toBe('old@example.com')
    global.changeSignUpData({ billingEmail: 'later@example.com' })
    expect(ports.storage.read(PERSISTED_STATE)).toBe(text)
    expect(global.signUpData.billingEmail).toBe('later@example.com')
  })
})

it('a starting tab says that the account has no room for an unsaved result', async () => {
  const ports = inMemory()
  await signUpAda(ports)
  const { global } = await aTab(ports)
  global.changeSignUpData({
    survey: { ...global.signUpData.survey, diagnosis: aSurveyResult },
    unsavedResults: { survey: null },
  })
  vi.spyOn(ports.adminApi, 'saveDiagnosis').mockResolvedValue({ kind: 'too-many' })
  const { notices } = await aTab(ports)
  await expect
    .poll(() => notices.all)
    .toMatchObject([
      { tone: 'error', text: expect.stringContaining('can’t store any more results') },
    ])
})

it('a tab saves no result while it has only a cached profile, which may lack the newest results', async () => {
  const ports = inMemory()
  const { user } = await signUpAda(ports)
  const { global } = await aTab(ports)
  global.changeSignUpData({
    survey: { ...global.signUpData.survey, diagnosis: aSurveyResult },
    unsavedResults: { survey: null },
  })
  vi.spyOn(ports.adminApi, 'profile').mockRejectedValueOnce(
    new PortUnavailable('admin-api', new Error('Down.')),
  )
  const save = vi.spyOn(ports.adminApi, 'saveDiagnosis')
  const next = await aTab(ports)
  expect(next.global.profile).toMatchObject({ email: user.email })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(save).not.toHaveBeenCalled()
  next.notices.all[0]?.retry?.()
  await expect.poll(() => save.mock.calls.length).toBe(1)
})

describe('a tab whose profile another tab has changed', () => {
  const withAda = async () => {
    const ports = inMemory()
    await signUpAda(ports)
    return { ports, ...(await aTab(ports)) }
  }

  it('shows the plan that the other tab has stored', async () => {
    const { ports, global } = await withAda()
    global.changeSubscription(aSubscription({ cancelAtPeriodEnd: true }))
    changeProfileElsewhere(ports, { subscription: aSubscription() })
    expect(global.profile?.subscription).toEqual(aSubscription())
  })

  it('shows the email that the other tab has stored', async () => {
    const { ports, global } = await withAda()
    changeProfileElsewhere(ports, { email: 'new@example.com', emailVerified: false })
    expect(global.currentUser).toMatchObject({ email: 'new@example.com', emailVerified: false })
    expect(global.profile?.email).toBe('new@example.com')
  })

  it('shows the plan stored while this tab was in the back-forward cache', async () => {
    const ports = inMemory()
    await signUpAda(ports)
    const page = await aCachedTab(ports)
    changeProfileElsewhere(ports, { subscription: aSubscription() })
    page.comeBack()
    expect(page.global.profile?.subscription).toEqual(aSubscription())
  })

  it('keeps its own profile while the stored one is older, and stores its own with its next change', async () => {
    const { ports, global } = await withAda()
    global.changeSubscription(aSubscription())
    changeProfileElsewhere(ports, { subscription: null }, { later: -1 })
    expect(global.profile?.subscription).toEqual(aSubscription())
    global.changeSignUpData({ billingEmail: 'new@example.com' })
    expect(storedIn(ports).userData.profile?.subscription).toEqual(aSubscription())
  })

  it('adopts nothing from another user’s profile', async () => {
    const { ports, global } = await withAda()
    const { currentUser } = global
    changeProfileElsewhere(ports, { email: 'bob@example.com' }, { userId: 'bob' })
    expect(global.currentUser).toBe(currentUser)
  })

  it('shows the plan stored while this tab was fetching the profile at its start', async () => {
    const { ports } = await withAda()
    const { arrive, isAsked } = withLateProfile(ports)
    const starting = aTab(ports)
    await isAsked()
    changeProfileElsewhere(ports, { subscription: aSubscription() })
    arrive()
    const { global } = await starting
    expect(global.profile?.subscription).toEqual(aSubscription())
    expect(storedIn(ports).userData.profile?.subscription).toEqual(aSubscription())
  })

  it('shows the fetched profile if the other tab stored only a cached one during the fetch', async () => {
    const { ports, global: other } = await withAda()
    other.changeSubscription(aSubscription())
    const { arrive, isAsked } = withLateProfile(ports)
    const starting = aTab(ports)
    await isAsked()
    changeProfileElsewhere(ports, {}, { later: 0 })
    arrive()
    const { global } = await starting
    expect(global.profile).toMatchObject({ email: ada.email, subscription: null })
  })
})

describe('a page that comes back from the back-forward cache', () => {
  const change = (ports: InMemory, changes: object, version?: number) =>
    ports.storage.write(PERSISTED_STATE, storedElsewhere(ports, changes, version))

  it('adopts what another tab stored while the page was cached', async () => {
    const ports = inMemory()
    const page = await aCachedTab(ports)
    page.global.changeSignUpData({ billingEmail: 'old@example.com' })
    change(ports, { billingEmail: 'new@example.com' })
    page.comeBack()
    await expect.poll(() => page.global.signUpData.billingEmail).toBe('new@example.com')
    expect(page.reload).not.toHaveBeenCalled()
  })

  it('does not overwrite a state of another version, not even with a later change', async () => {
    const ports = inMemory()
    const page = await aCachedTab(ports)
    change(ports, { billingEmail: 'new@example.com' }, OTHER_VERSION)
    const text = ports.storage.read(PERSISTED_STATE)
    page.comeBack()
    await new Promise((resolve) => setTimeout(resolve, 10))
    page.global.changeSignUpData({ billingEmail: 'later@example.com' })
    expect(ports.storage.read(PERSISTED_STATE)).toBe(text)
    expect(page.reload).not.toHaveBeenCalled()
  })

  it('reloads after another tab has signed its user out, and not before', async () => {
    const ports = inMemory()
    await signUpAda(ports)
    const page = await aCachedTab(ports)
    page.comeBack()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(page.reload).not.toHaveBeenCalled()
    change(ports, { accountId: null })
    page.comeBack()
    await expect.poll(() => page.reload.mock.calls.length).toBe(1)
  })

  it('reloads after another tab has signed somebody in, and not before', async () => {
    const ports = inMemory()
    const page = await aCachedTab(ports)
    page.global.changeSignUpData({ billingEmail: 'old@example.com' })
    page.comeBack()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(page.reload).not.toHaveBeenCalled()
    change(ports, { accountId: 'ada' })
    ports.storage.write(HINT_KEY, HINT)
    page.comeBack()
    await expect.poll(() => page.reload.mock.calls.length).toBe(1)
  })
})
