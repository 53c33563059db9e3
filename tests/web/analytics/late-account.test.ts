// @vitest-environment happy-dom
import { stopPersisting } from 'mobx-persist-store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { ada, inMemory } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { startAnalytics } from '#web/analytics/start-analytics.ts'
import { aPageLoad, ignore } from '../stores/in-memory-stores.ts'

/** A page whose analytics has loaded. */
const aTrackedPage = async (ports: InMemory) => {
  const page = await aPageLoad(ports)
  onTestFinished(() => stopPersisting(page.global))
  const { app, analytics } = ports
  const events = { sendTo: () => {}, track: analytics.track }
  startAnalytics({ app, ports, analytics, events, global: page.global, isAllowed: () => true })
  return page
}

const created = (ports: InMemory) =>
  ports.analytics.events.filter(({ name }) => name === 'account_created')

/** Ada on verify-email, after a sign-up while the admin API was down. */
const signedUpInAnOutage = async () => {
  const ports = inMemory()
  const page = await aTrackedPage(ports)
  ports.adminApi.fail()
  await page.account.signUp({ ...ada, journey: 'enroll' }, ignore)
  ports.adminApi.restore()
  return { ports, page }
}

describe('an account created while the admin API was down', () => {
  it('is counted once, when the profile is first fetched', async () => {
    const { ports, page } = await signedUpInAnOutage()
    expect(created(ports)).toEqual([])
    ports.auth.openMail()
    await page.verifyEmail.check()
    await page.verifyEmail.check()
    expect(created(ports)).toEqual([{ name: 'account_created', properties: { journey: 'enroll' } }])
    stopPersisting(page.global)
    await aTrackedPage(ports)
    expect(created(ports)).toHaveLength(1)
  })

  it('is counted at the next start of the application that fetches the profile', async () => {
    const { ports, page } = await signedUpInAnOutage()
    stopPersisting(page.global)
    ports.adminApi.fail()
    const second = await aTrackedPage(ports)
    expect(created(ports)).toEqual([])
    stopPersisting(second.global)
    ports.adminApi.restore()
    await aTrackedPage(ports)
    expect(created(ports)).toHaveLength(1)
  })

  it('is not counted by a tab after another tab has counted it', async () => {
    const { ports, page } = await signedUpInAnOutage()
    const stored = ports.storage.read(PERSISTED_STATE) ?? ''
    const counted = stored.replace('"uncountedAccount":"enroll"', '"uncountedAccount":null')
    expect(counted).not.toBe(stored)
    ports.storage.write(PERSISTED_STATE, counted)
    page.hearOtherTab()
    ports.auth.openMail()
    await page.verifyEmail.check()
    expect(page.global.profile).not.toBeNull()
    expect(created(ports)).toEqual([])
  })

  it('is not counted when the profile of another user arrives', async () => {
    const { ports, page } = await signedUpInAnOutage()
    const user = page.global.currentUser
    if (user === null) throw new Error('Nobody is signed in.')
    page.global.enterUser({ ...user, id: 'another' }, await ports.adminApi.profile())
    expect(created(ports)).toEqual([])
  })
})

it('an account is counted once when the sign-up itself returns its profile', async () => {
  const ports = inMemory()
  const page = await aTrackedPage(ports)
  await page.account.signUp({ ...ada, journey: 'enroll' }, ignore)
  expect(created(ports)).toHaveLength(1)
})
