import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import { internalErrors } from '#core/model/internal-errors.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { ada, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'

const aSubscriber = async (): Promise<InMemory & { subscription: Subscription }> => {
  const world = inMemory()
  await signUpAda(world)
  const [product] = (await world.app.loadOffers()).products
  if (!product) throw new Error('There is no plan.')
  const saved = await world.app.saveCard({
    card: memoryCard('4242424242424242'),
    billingEmail: ada.email,
    product,
    promotion: null,
    journey: 'sign-up',
    returnUrl: `${origin}/sign-up/payment`,
  })
  if (saved.kind !== 'saved') throw new Error(`The card was not saved: ${saved.kind}`)
  const outcome = await world.app.subscribe({ ...saved, product, promotion: null, journey: 'sign-up' })
  if (outcome.kind !== 'subscribed') throw new Error(`Not subscribed: ${outcome.kind}`)
  return { ...world, subscription: outcome.subscription }
}

describe('cancelling', () => {
  it('lets the subscription run to the end of its period, and resuming takes that back', async () => {
    const { app, subscription } = await aSubscriber()
    const cancelled = { ...subscription, cancelAtPeriodEnd: true }
    expect(await app.cancelSubscription(subscription.id)).toEqual({ kind: 'changed', subscription: cancelled })
    expect(await app.resumeSubscription(subscription.id)).toEqual({ kind: 'changed', subscription })
  })

  it('tells what there is now when the subscription has ended meanwhile', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    adminApi.endSubscription((await adminApi.profile()).id)
    const expected = { kind: 'ended', profile: { subscription: { status: 'canceled' } } }
    expect(await app.cancelSubscription(subscription.id)).toMatchObject(expected)
    expect(await app.resumeSubscription(subscription.id)).toMatchObject(expected)
  })

  it('is an outage when the admin API is out of reach, and changes nothing', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    adminApi.fail()
    await expect(app.cancelSubscription(subscription.id)).rejects.toBeInstanceOf(PortUnavailable)
    adminApi.restore()
    expect((await adminApi.profile()).subscription).toEqual(subscription)
  })
})

describe('loading the account', () => {
  it('brings plans, invoices and past results, and the profile where it is not known yet', async () => {
    const { app, adminApi, subscription } = await aSubscriber()
    const account = await app.loadAccount(null)
    const { products, subscriber } = await adminApi.offers()
    expect(account).toEqual({
      profile: await adminApi.profile(),
      products,
      subscriber,
      invoices: await adminApi.invoices(subscription.id),
      diagnoses: { items: [], nextCursor: null },
    })
    expect(account.invoices).toMatchObject([{ status: 'paid', total: { amount: 0 } }])
    expect(await app.loadAccount(account.profile)).toEqual(account)
  })

  it('asks for no invoices where there never was a subscription', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.loadAccount(null)).toMatchObject({ invoices: [] })
  })
})

describe('changing the password', () => {
  it('refuses the old one from then on', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.changePassword('Another88')).toEqual({ kind: 'changed' })
    const device = world.auth.openBrowser()
    expect(await device.signIn(ada)).toEqual({ kind: 'wrong-password' })
    expect(await device.signIn({ ...ada, password: 'Another88' })).toMatchObject({ kind: 'signed-in' })
  })

  it('says when the password has to be given first', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.auth.ageSignIn()
    expect(await world.app.changePassword('Another88')).toEqual({ kind: 'recent-login-required' })
  })

  it('needs a current user', async () => {
    await expect(inMemory().app.changePassword('Another88')).rejects.toThrow(internalErrors.userNotFound)
  })
})

describe('changing the email from the account', () => {
  it('leads the mail’s link back to the account', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.changeEmail({ email: 'lovelace@example.com', journey: null, origin })).toEqual({ kind: 'sent' })
    expect(world.auth.mails.at(-1)).toMatchObject({ to: 'lovelace@example.com', returnUrl: `${origin}/account` })
  })

  it('notices that the link was opened, wherever that was', async () => {
    const world = inMemory()
    await signUpAda(world)
    await world.app.changeEmail({ email: 'Lovelace@example.com', journey: null, origin })
    expect(await world.app.checkEmailChanged('Lovelace@example.com')).toEqual({ kind: 'not-yet' })
    world.auth.openMail()
    expect(await world.app.checkEmailChanged('Lovelace@example.com')).toMatchObject({
      kind: 'changed',
      user: { email: 'lovelace@example.com', emailVerified: true },
      profile: { email: 'lovelace@example.com' },
    })
    await world.app.signOut()
    expect(await world.app.checkEmailChanged('other@example.com')).toEqual({ kind: 'signed-out' })
  })
})

describe('deleting the account', () => {
  it('ends the subscription, deletes profile and identity, and signs out', async () => {
    const { app, auth, adminApi } = await aSubscriber()
    expect(await app.deleteAccount()).toEqual({ kind: 'deleted' })
    expect(await auth.currentUser()).toBeNull()
    expect(adminApi.subscriptions.map(({ subscription }) => subscription.status)).toEqual(['canceled'])
    expect((await auth.openBrowser().signIn(ada)).kind).toBe('wrong-password')
    await expect(adminApi.profile()).rejects.toBeInstanceOf(SessionExpired)
  })

  it('asks for the password first when that was a while ago, and leaves all as it is', async () => {
    const { app, auth, adminApi, subscription } = await aSubscriber()
    auth.ageSignIn()
    expect(await app.deleteAccount()).toEqual({ kind: 'recent-login-required' })
    expect((await adminApi.profile()).subscription).toEqual(subscription)
    await app.reauthenticate(ada.password)
    expect(await app.deleteAccount()).toEqual({ kind: 'deleted' })
  })

  it('leaves the session alone while the admin API is out of reach', async () => {
    const { app, auth, adminApi } = await aSubscriber()
    adminApi.fail()
    await expect(app.deleteAccount()).rejects.toBeInstanceOf(PortUnavailable)
    expect(await auth.currentUser()).not.toBeNull()
  })

  it('ends as deleted, too, when the first answer got lost on its way', async () => {
    const { app, auth, adminApi } = await aSubscriber()
    const { deleteAccount } = adminApi
    vi.spyOn(adminApi, 'deleteAccount').mockImplementationOnce(async () => {
      await deleteAccount()
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    })
    await expect(app.deleteAccount()).rejects.toBeInstanceOf(PortUnavailable)
    expect(await app.deleteAccount()).toEqual({ kind: 'deleted' })
    expect(await auth.currentUser()).toBeNull()
  })
})

describe('downloading one’s data', () => {
  it('gives the profile, the results and the subscriptions', async () => {
    const { app, adminApi } = await aSubscriber()
    expect(await app.exportAccount()).toMatchObject({
      kind: 'exported',
      everything: { profile: await adminApi.profile(), diagnoses: (await adminApi.diagnoses()).items, subscriptions: [{}] },
    })
  })
})
