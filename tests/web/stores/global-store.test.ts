import { globSync, readFileSync } from 'node:fs'
import { autorun } from 'mobx'
import { describe, expect, it } from 'vitest'
import { resolveStep } from '#core/model/journeys.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { welcome20 } from '#tests/support/a-visitor.ts'
import { aPageLoad } from './in-memory-stores.ts'

const DAY = 24 * 60 * 60 * 1000

describe('the global store', () => {
  it('keeps the sign-up data and the A/B variant across a reload', async () => {
    const ports = inMemory()
    ports.clock.rollDice(0.9)
    const first = await aPageLoad(ports)
    first.global.noteVisit('sign-up')
    first.global.saveDraft('create-account', { email: 'ada@example.com' })
    ports.clock.rollDice(0.1)
    const second = await first.reload()
    expect(second.global.abTesting.moneyBeliefResultVariant).toBe('3 Steps')
    expect(second.global.draft('create-account')).toEqual({ email: 'ada@example.com' })
    expect(second.global.signUpData).toEqual(first.global.signUpData)
  })

  it.each([
    '{"signUpData": 7, ',
    'null',
    '[]',
    '{"signUpData":{"visitedSteps":"all"},"__mps__":{"version":1}}',
  ])('falls back to the defaults when the stored state is %s', async (stored) => {
    const ports = inMemory()
    ports.storage.write(PERSISTED_STATE, stored)
    const { global } = await aPageLoad(ports)
    expect(global.signUpData).toEqual(emptySignUpData)
  })

  it('drops the state of another version', async () => {
    const first = await aPageLoad()
    first.global.noteVisit('sign-up')
    const stored = JSON.parse(first.storage.read(PERSISTED_STATE) ?? '{}') as {
      __mps__: { version: number }
    }
    stored.__mps__.version = 0
    first.storage.write(PERSISTED_STATE, JSON.stringify(stored))
    expect((await first.reload()).global.signUpData).toEqual(emptySignUpData)
  })

  it('resets sign-up data, the promotion code included, after 30 days without a visit', async () => {
    const first = await aPageLoad()
    first.global.noteVisit('sign-up')
    first.global.changeSignUpData({ stripePromotionCode: welcome20 })
    await first.clock.advance(31 * DAY)
    expect((await first.reload()).global.signUpData).toEqual(emptySignUpData)
  })

  it('removes only the promotion code', async () => {
    const { global } = await aPageLoad()
    global.changeSignUpData({ stripePromotionCode: welcome20, billingEmail: 'ada@example.com' })
    global.removePromotionCode()
    expect(global.signUpData).toEqual({ ...emptySignUpData, billingEmail: 'ada@example.com' })
  })

  it('does not notify observers of one part of the sign-up data about another', async () => {
    const { global } = await aPageLoad()
    const targets: string[] = []
    const stop = autorun(() =>
      targets.push(resolveStep('sign-up', 'money-belief', global.journeyState)),
    )
    global.noteVisit('sign-up')
    global.saveDraft('create-account', { email: 'ada@example.com' })
    expect(targets).toEqual(['survey'])
    global.changeSignUpData({ isSurveyCompleted: true })
    expect(targets).toEqual(['survey', 'money-belief'])
    global.resetSignUpData()
    expect(targets).toEqual(['survey', 'money-belief', 'survey'])
    stop()
  })

  it('records when the sign-up started and when it was last visited', async () => {
    const { global, clock } = await aPageLoad()
    global.noteVisit('sign-up')
    const { startedTimeStamp } = global.signUpData
    await clock.advance(5000)
    global.noteVisit('sign-up')
    expect(global.signUpData.startedTimeStamp).toBe(startedTimeStamp)
    expect(global.signUpData.lastVisitedTimeStamp).toBe((startedTimeStamp ?? 0) + 5000)
  })

  it('keeps its state in memory when nothing can be stored', async () => {
    const { global } = await aPageLoad({
      ...inMemory(),
      storage: { ...inMemory().storage, write: () => 'refused', read: () => null },
    })
    global.noteVisit('sign-up')
    expect(global.signUpData.startedTimeStamp).not.toBeNull()
  })

  it('uses the cached profile while the admin API is unavailable, but only for the same user', async () => {
    const ports = inMemory()
    const { profile } = await signUpAda(ports)
    const first = await aPageLoad(ports)
    expect(profile?.id).not.toBe(first.global.currentUser?.id)
    ports.adminApi.fail()
    await ports.clock.advance(5000)
    const second = await first.reload()
    expect(second.global.initFailure).toBe('profile-unavailable')
    expect(second.global.profile).toEqual(first.global.profile)
    expect(second.global.userData).toEqual(first.global.userData)
    await ports.auth.createAccount({ email: 'bob@example.com', password: 'Secret88' })
    const third = await second.reload()
    expect(third.global.currentUser?.email).toBe('bob@example.com')
    expect(third.global.profile).toBeNull()
  })

  it('runs the close callback of the reauthenticate modal 100 ms after it closed', async () => {
    const { global, clock } = await aPageLoad()
    let calls = 0
    global.toggleReauthenticate(() => {
      calls += 1
    })
    global.toggleReauthenticate()
    await clock.advance(99)
    expect(calls).toBe(0)
    await clock.advance(1)
    expect(calls).toBe(1)
    expect(global.modals.reauthenticate.isOpen).toBe(false)
  })
})

describe('the dates shown next to an amount', () => {
  it('use the server’s clock when the device’s is wrong, and ignore the time of a cached response', async () => {
    const { serverClock, clock } = await aPageLoad()
    const server = new Date(clock.now().getTime() - 2 * DAY)
    expect(serverClock.now()).toEqual(clock.now())
    const seen: Date[] = []
    const stop = autorun(() => seen.push(serverClock.now()))
    serverClock.learn(server)
    serverClock.learn(new Date(server.getTime() - DAY))
    expect(serverClock.now()).toEqual(server)
    expect(seen.at(-1)).toEqual(server)
    stop()
  })

  it('use no clock but the server’s', () => {
    const screens = globSync('web/screens/{payment,plan}/**/*.tsx')
      .map((file) => readFileSync(file, 'utf8'))
      .join()
    expect(screens).toContain('serverClock.now()')
    expect(screens).not.toMatch(/new Date\(\)|Date\.now|global\.now\(/)
  })
})
