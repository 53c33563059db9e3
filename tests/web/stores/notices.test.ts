import { describe, expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { createAttempt } from '#web/stores/attempt.ts'
import { createStores } from '#web/stores/create-stores.ts'
import { inMemory, origin } from '#tests/support/memory-ports.ts'

const outage = () =>
  Promise.reject(new PortUnavailable('admin-api', new Error('The connection broke.')))

const anAttempt = (isOnline = true, page = () => '/account') => {
  const ports = inMemory()
  const { app, clock } = ports
  const stores = createStores({
    app,
    ports,
    timing: clock,
    origin,
    isOnline: () => isOnline,
    page,
  })
  return { ...stores, attempt: createAttempt({ ...stores, app }) }
}

describe('the notice of an action that failed', () => {
  it.each([
    ['succeeds', () => Promise.resolve('done')],
    ['is under way', () => new Promise<never>(() => {})],
  ])('is gone once the next attempt %s', async (_case, next) => {
    const { attempt, notices } = anAttempt()
    await attempt('order', outage, () => {})
    expect(notices.all).toHaveLength(1)
    void attempt('order', next)
    expect(notices.all).toEqual([])
  })

  it('is replaced, with the latest retry, when the action fails again', async () => {
    const { attempt, notices } = anAttempt()
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
    await attempt('order', outage, first)
    const [before] = notices.all
    await attempt('order', outage, second)
    expect(notices.all).toHaveLength(1)
    expect(notices.all[0]?.id).not.toBe(before?.id)
    notices.all[0]?.retry?.()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })

  it('has a Retry only for its own user', async () => {
    const { attempt, global, notices } = anAttempt()
    const retry = vi.fn<() => void>()
    const signIn = (id: string) =>
      global.changeUser({ id, email: `${id}@example.com`, emailVerified: true, providerData: [] })
    signIn('ada')
    await attempt('deleteAccount', outage, retry)
    global.leaveUser()
    signIn('bob')
    notices.all[0]?.retry?.()
    expect(retry).not.toHaveBeenCalled()
    expect(notices.all).toEqual([])
  })

  it('disappears on another page if it offers to retry an action of its own page', async () => {
    let page = '/sign-up/payment'
    const { attempt, notices } = anAttempt(true, () => page)
    await attempt('order', outage, () => {})
    await attempt('rename', () => Promise.reject(new Error('It broke.')))
    notices.somethingWentWrong('findUser', () => {}, 'You’re still signed in.', null)
    expect(notices.all).toHaveLength(2)
    notices.turnPage()
    expect(notices.all).toHaveLength(2)
    page = '/'
    notices.turnPage()
    expect(notices.all.map(({ text, retry }) => [text, retry !== null])).toEqual([
      ['Oops... something went wrong.', false],
      ['Oops... something went wrong. You’re still signed in.', true],
    ])
  })

  it('has no Retry on a page other than the one where the action started', async () => {
    let page = '/sign-up/payment'
    const { attempt, notices } = anAttempt(true, () => page)
    const failing = attempt('order', outage, () => {})
    page = '/'
    await failing
    expect(notices.all.map(({ retry }) => retry)).toEqual([null])
  })

  it('is merged with the notice of another action, and retries only what is still failing', async () => {
    const { attempt, notices } = anAttempt()
    const [order, load] = [vi.fn<() => void>(), vi.fn<() => void>()]
    await attempt('order', outage, order)
    await attempt('loadOffers', outage, load)
    expect(notices.all).toHaveLength(1)
    notices.all[0]?.retry?.()
    expect([order.mock.calls.length, load.mock.calls.length]).toEqual([1, 1])
    await attempt('order', async () => {})
    notices.all[0]?.retry?.()
    expect([order.mock.calls.length, load.mock.calls.length]).toEqual([1, 2])
  })
})

describe('an outage', () => {
  it('is reported as a missing connection while the browser is offline', async () => {
    const { attempt, notices } = anAttempt(false)
    await attempt('order', outage, () => {})
    expect(notices.all[0]?.text).toBe('You’re offline. Try again once you’re connected.')
  })

  it('has no notice where the screen itself reports it', async () => {
    const { attempt, notices } = anAttempt()
    expect(await attempt('loadOffers', outage, 'in-place')).toBe('failed')
    expect(notices.all).toEqual([])
  })
})

describe('notices', () => {
  it('with the same text share an id until the last of them is gone', async () => {
    const { attempt, notices } = anAttempt()
    await attempt('order', outage)
    await attempt('pick', outage)
    const [before] = notices.all
    notices.startOver('order')
    expect(notices.all.map(({ id }) => id)).toEqual([before?.id])
    await attempt('order', outage)
    expect(notices.all.map(({ id }) => id)).toEqual([before?.id])
  })

  it('with the same text do not stack', () => {
    const { notices } = anAttempt()
    for (let time = 0; time < 2; time += 1) {
      notices.succeed('A new email is on its way.')
      notices.fail('Please wait.')
      notices.somethingWentWrong('order')
    }
    expect(notices.all).toHaveLength(3)
  })

  it('do not replace a visible notice with the same text', () => {
    const { notices } = anAttempt()
    notices.fail('Please wait.')
    const [before] = notices.all
    notices.fail('Please wait.')
    expect(notices.all).toEqual([before])
  })

  it('disappear together when they have the same text and one is closed', () => {
    const { notices } = anAttempt()
    notices.somethingWentWrong('order')
    notices.somethingWentWrong('loadOffers')
    notices.succeed('Your details are saved.')
    notices.close(notices.all[0]?.id ?? 0)
    expect(notices.all.map(({ tone }) => tone)).toEqual(['success'])
  })
})
