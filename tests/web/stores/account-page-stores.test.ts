import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { ada, origin, signUpAda } from '#tests/support/memory-ports.ts'
import { repairCard } from '#tests/support/orders.ts'
import { saveMany } from '#tests/support/save-many.ts'
import { hold } from '#tests/web/support/hold.ts'
import { aPageLoad } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const signedIn = async () => {
  const before = await aPageLoad()
  await signUpAda(before.ports)
  return before.reload()
}

const subscribed = async () => {
  const page = await signedIn()
  const [product] = (await page.app.loadOffers()).products
  if (!product) throw new Error('There is no plan.')
  const card = await page.app.saveCard({
    card: memoryCard('4242424242424242'),
    billingEmail: ada.email,
    product,
    promotion: null,
    journey: 'sign-up',
    returnUrl: `${origin}/`,
  })
  if (card.kind !== 'saved') throw new Error(`Not saved: ${card.kind}`)
  const order = { product, promotion: null, consent: someTerms, journey: 'sign-up' } as const
  await page.app.subscribe({ ...card, ...order })
  return page.reload()
}

const settled = async (page: PageLoad) => {
  for (let turn = 0; turn < 20; turn += 1) await page.clock.advance(50)
}

const confirm = async (page: PageLoad, password = ada.password) => {
  await page.reauthenticate.confirm(password)
  await settled(page)
}

describe('the account page', () => {
  it('shows nothing of the user who was signed in before', async () => {
    const page = await subscribed()
    await page.yourAccount.load()
    expect(page.yourAccount.records?.invoices).toHaveLength(1)
    await page.leave.signOut()
    expect(page.yourAccount.records).toBeNull()
    await page.signIn.signIn(ada, () => {})
    expect(page.yourAccount.records?.invoices).toHaveLength(1)
  })

  it('refetches the profile on each load', async () => {
    const page = await subscribed()
    await page.yourAccount.load()
    page.adminApi.endSubscription(page.global.profile?.id ?? '')
    await page.yourAccount.load()
    expect(page.global.profile?.subscription?.status).toBe('canceled')
  })

  it('ignores a response from before a change of the plan, and fetches again', async () => {
    const page = await subscribed()
    const profile = vi.spyOn(page.adminApi, 'profile')
    const letThrough = hold(page.adminApi, 'profile', 'response')
    const loading = page.yourAccount.load()
    await page.subscription.cancel(false)
    letThrough()
    await loading
    expect(page.global.profile?.subscription?.cancelAtPeriodEnd).toBe(true)
    expect(profile).toHaveBeenCalledTimes(2)
    expect(page.yourAccount.records).not.toBeNull()
  })

  it('waits at most five seconds for the current profile', async () => {
    const page = await subscribed()
    vi.spyOn(page.adminApi, 'profile').mockReturnValueOnce(new Promise(() => {}))
    const isOver = vi.fn<() => void>()
    const waiting = page.yourAccount.catchUp().finally(isOver)
    await page.clock.advance(4999)
    expect(isOver).not.toHaveBeenCalled()
    await page.clock.advance(1)
    await waiting
  })

  it('keeps the subscriber object from the API until the session expires', async () => {
    const page = await subscribed()
    expect(page.global.signUpData.rcSubscriber).toBeNull()
    await page.yourAccount.load()
    expect(Object.keys(page.global.signUpData.rcSubscriber?.subscriptions ?? {})).toEqual([
      'monthly',
    ])
    await page.plan.load()
    expect(
      Object.keys((await page.reload()).global.signUpData.rcSubscriber?.entitlements ?? {}),
    ).toHaveLength(1)
    page.global.expireSession()
    expect(page.global.signUpData.rcSubscriber).toBeNull()
  })

  it('loads results page by page, without duplicates', async () => {
    const page = await signedIn()
    await saveMany(page.adminApi, 60)
    const { yourAccount } = page
    await yourAccount.load()
    expect(yourAccount.records?.diagnoses.items).toHaveLength(50)
    await Promise.all([yourAccount.loadMoreDiagnoses(), yourAccount.loadMoreDiagnoses()])
    expect(yourAccount.records?.diagnoses).toMatchObject({
      items: { length: 60 },
      nextCursor: null,
    })
    await yourAccount.loadMoreDiagnoses()
    expect(new Set(yourAccount.records?.diagnoses.items.map(({ id }) => id)).size).toBe(60)
  })

  it('says when the data can be downloaded again after too many downloads', async () => {
    const page = await signedIn()
    const files: string[] = []
    const download = () => page.yourAccount.download((text) => files.push(text))
    vi.spyOn(page.adminApi, 'exportAccount').mockResolvedValueOnce({
      kind: 'rate-limited',
      retryAfterSeconds: 3600,
    })
    await download()
    expect(page.notices.all.map(({ text }) => text)).toEqual([
      'You have downloaded your data a few times already. Please try again in 60 minutes.',
    ])
    expect(files).toEqual([])
    await download()
    expect(files).toHaveLength(1)
  })

  it('loads more results with Retry after an outage', async () => {
    const page = await signedIn()
    await saveMany(page.adminApi, 60)
    await page.yourAccount.load()
    page.adminApi.fail()
    await page.yourAccount.loadMoreDiagnoses()
    expect(page.yourAccount.records?.diagnoses.items).toHaveLength(50)
    page.adminApi.restore()
    const [notice] = page.notices.all
    notice?.retry?.()
    await settled(page)
    expect(page.yourAccount.records?.diagnoses.items).toHaveLength(60)
  })

  it('reports an outage without a notice, and loads at the next attempt', async () => {
    const page = await subscribed()
    page.adminApi.fail()
    await page.yourAccount.load()
    expect(page.yourAccount.isLoadFailed).toBe(true)
    expect(page.notices.all).toEqual([])
    page.adminApi.restore()
    await page.yourAccount.load()
    expect(page.yourAccount.records?.products).toHaveLength(2)
  })

  it('downloads all the user’s data as JSON text', async () => {
    const page = await subscribed()
    const files: string[] = []
    await page.yourAccount.download((text) => files.push(text))
    expect(JSON.parse(files[0] ?? '')).toMatchObject({ profile: { email: ada.email } })
  })
})

describe('cancelling and resuming the plan', () => {
  it('update the profile immediately', async () => {
    const page = await subscribed()
    await page.subscription.cancel(false)
    expect(page.global.profile?.subscription?.cancelAtPeriodEnd).toBe(true)
    await page.subscription.resume()
    expect(page.global.profile?.subscription?.cancelAtPeriodEnd).toBe(false)
  })

  it.each(['cancel', 'resume', 'keep'] as const)(
    'reload the invoices after the action “%s”',
    async (verb) => {
      const page = await subscribed()
      await page.yourAccount.load()
      page.adminApi.failRenewal(page.global.profile?.id ?? '')
      const { id = '', openInvoice } = (await page.adminApi.profile()).subscription ?? {}
      await repairCard(page, id, undefined, openInvoice?.amount)
      await page.subscription[verb](false)
      await settled(page)
      expect(page.yourAccount.records?.invoices).toHaveLength(2)
      expect(page.global.profile?.subscription?.withdrawableUntil).not.toBeNull()
    },
  )

  it('tell a visitor who was shown no charge that the new period had been charged already', async () => {
    const page = await subscribed()
    await page.subscription.cancel(true)
    expect(page.global.profile?.subscription?.cancelAtPeriodEnd).toBe(true)
    expect(page.notices.all).toMatchObject([
      {
        tone: 'error',
        text: expect.stringMatching(/^You were charged for a new billing period before/),
      },
    ])
  })

  it('report that the plan had already ended', async () => {
    const page = await subscribed()
    page.adminApi.endSubscription(page.global.profile?.id ?? '')
    await page.subscription.cancel(false)
    expect(page.global.profile?.subscription?.status).toBe('canceled')
    expect(page.notices.all).toMatchObject([{ tone: 'error' }])
  })
})

describe('changing the email of an account', () => {
  it('asks for the password when the sign-in is too old, and takes effect with the link in the mail', async () => {
    const page = await signedIn()
    page.auth.ageSignIn()
    expect(await page.changeEmail.change.ask('lovelace@example.com', null)).toBe('waiting')
    expect(page.reauthenticate.isOpen).toBe(true)
    await confirm(page)
    expect(page.changeEmail.change.pendingEmail).toBe('lovelace@example.com')
    await page.changeEmail.check()
    expect(page.global.currentUser?.email).toBe(ada.email)
    page.auth.openMail()
    await page.changeEmail.check()
    expect(page.global.currentUser).toMatchObject({
      email: 'lovelace@example.com',
      stackinData: { email: 'lovelace@example.com' },
    })
    expect(page.changeEmail.change.pendingEmail).toBe('')
  })

  it('sends no mail when the password prompt is cancelled', async () => {
    const page = await signedIn()
    page.auth.ageSignIn()
    await page.changeEmail.change.ask('lovelace@example.com', null)
    page.reauthenticate.cancel()
    await settled(page)
    expect(page.changeEmail.change.pendingEmail).toBe('')
    expect(page.auth.mails.some(({ kind }) => kind === 'change-email')).toBe(false)
  })

  it('says why an address is refused', async () => {
    const page = await signedIn()
    expect(await page.changeEmail.change.ask('nobody', null)).toBe('refused')
    expect(page.changeEmail.change.refusal).toBe('invalid-email')
  })

  it('asks the visitor to sign in again when the change has ended the session', async () => {
    const page = await signedIn()
    await page.changeEmail.change.ask('lovelace@example.com', null)
    page.auth.removeAccount(ada.email)
    await page.changeEmail.check()
    expect(page.global.isSignInNeeded).toBe(true)
  })
})

describe('changing the password', () => {
  it('asks for the current password each time', async () => {
    const page = await signedIn()
    let isChanged = false
    page.changePassword.begin('Another88', () => {
      isChanged = true
    })
    await confirm(page, 'Wrong88')
    expect(isChanged).toBe(false)
    await confirm(page)
    expect(isChanged).toBe(true)
    expect((await page.auth.openBrowser().signIn(ada)).kind).toBe('wrong-password')
  })

  it('says that the provider finds the new password too weak', async () => {
    const page = await signedIn()
    page.changePassword.begin('short', () => {})
    await confirm(page)
    expect(page.changePassword.refusal).toBe('weak-password')
  })
})

describe('leaving an account', () => {
  it('signs out and clears the persisted state', async () => {
    const page = await subscribed()
    page.global.saveDraft('personal-details', { firstName: 'Ada' })
    await page.leave.signOut()
    expect(page.leave.farewell).toBe('signed-out')
    expect(page.global.currentUser).toBeNull()
    const later = await page.reload()
    expect(later.global.signUpData.drafts).toEqual({})
    expect(later.global.userData.profile).toBeNull()
  })

  it('deletes the account only once the password has been confirmed', async () => {
    const page = await subscribed()
    page.leave.askToDelete()
    expect(page.leave.farewell).toBeNull()
    await confirm(page)
    expect(page.leave.farewell).toBe('deleted')
    expect(page.global.currentUser).toBeNull()
    expect(page.adminApi.subscriptions.map(({ subscription }) => subscription.status)).toEqual([
      'canceled',
    ])
  })

  it('deletes nothing during an outage, and deletes the account on Retry', async () => {
    const page = await subscribed()
    page.leave.askToDelete()
    page.adminApi.fail()
    await confirm(page)
    expect(page.leave.farewell).toBeNull()
    expect(page.global.currentUser?.email).toBe(ada.email)
    page.adminApi.restore()
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(page.leave.farewell).toBe('deleted')
  })

  it('says goodbye after Retry even if the response to the first deletion was lost', async () => {
    const page = await subscribed()
    const { deleteAccount } = page.adminApi
    vi.spyOn(page.adminApi, 'deleteAccount').mockImplementationOnce(async () => {
      await deleteAccount()
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    })
    page.leave.askToDelete()
    await confirm(page)
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(page.leave.farewell).toBe('deleted')
    expect(page.global.currentUser).toBeNull()
  })

  it.each(['verifyEmail', 'changeEmail'] as const)(
    'does not ask to sign in when %s finds the account deleted before the response arrives',
    async (store) => {
      const page = await signedIn()
      await page.changeEmail.change.ask('lovelace@example.com', null)
      const answers: (() => void)[] = []
      const reload = vi
        .spyOn(page.auth, 'reload')
        .mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(null))))
      const { deleteAccount } = page.adminApi
      const begun = page[store].check()
      vi.spyOn(page.adminApi, 'deleteAccount').mockImplementationOnce(async () => {
        const outcome = await deleteAccount()
        await page[store].check()
        answers[0]?.()
        await begun
        expect(page.global.isSignInNeeded).toBe(false)
        return outcome
      })
      page.leave.askToDelete()
      await confirm(page)
      expect(reload).toHaveBeenCalledOnce()
      expect(page.leave.farewell).toBe('deleted')
      expect(page.global.isSignInNeeded).toBe(false)
    },
  )

  it.each(['verifyEmail', 'changeEmail'] as const)(
    'ignores a late response to %s after the visitor has signed out',
    async (store) => {
      const page = await signedIn()
      await page.changeEmail.change.ask('lovelace@example.com', null)
      const user = page.global.currentUser
      let answer = (_user: typeof user) => {}
      vi.spyOn(page.auth, 'reload').mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      )
      const begun = page[store].check()
      await page.leave.signOut()
      answer(null)
      await begun
      expect(page.leave.farewell).toBe('signed-out')
      expect(page.global.isSignInNeeded).toBe(false)
    },
  )
})
