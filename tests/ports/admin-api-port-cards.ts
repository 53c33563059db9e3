import { beforeEach, describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { aKey, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

type MakeHarness = () => Promise<AdminApiHarness> | AdminApiHarness

/** Failing payments, and replacing the card. */
export const describeReplacedCards = (scene: () => AdminApiHarness, makeHarness: MakeHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)

  describe('a failing payment', () => {
    const failing = () => given('a user whose payment is failing', {})

    it('shows the open invoice and when access ends', async () => {
      const { subscriptionId } = await failing()
      const { subscription } = await adminApi.profile()
      expect(subscription).toMatchObject({
        id: subscriptionId,
        status: 'past_due',
        openInvoice: { amount: { amount: 8999, currency: 'usd' } },
      })
      const { attemptedAt, nextAttemptAt } = subscription?.openInvoice ?? {}
      const graceEndsAt = subscription?.graceEndsAt ?? ''
      expect(Date.parse(graceEndsAt)).toBeGreaterThan(Date.parse(attemptedAt ?? ''))
      expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(attemptedAt ?? ''))
      expect(await adminApi.invoices(subscriptionId)).toMatchObject([
        { status: 'open', total: { amount: 8999, currency: 'usd' }, card: null },
        { status: 'paid' },
      ])
    })

    it('is not paid by a card whose owner was told another amount', async () => {
      const { subscriptionId } = await failing()
      const card = await given('a confirmed card', {})
      const { openInvoice } = (await adminApi.profile()).subscription ?? {}
      const due = openInvoice!.amount
      for (const expectedDue of [null, { ...due, amount: due.amount - 1 }]) {
        const replacement = { ...card, expectedDue }
        expect(await adminApi.replaceCard(subscriptionId, replacement, aKey())).toEqual({
          kind: 'due-changed',
        })
      }
      expect((await adminApi.profile()).subscription).toMatchObject({ status: 'past_due' })
      expect(
        await adminApi.replaceCard(subscriptionId, { ...card, expectedDue: due }, aKey()),
      ).toMatchObject({ kind: 'replaced', subscription: { openInvoice: null } })
    })

    it('is over when another card has paid, which then replaces the first one', async () => {
      const { subscriptionId } = await failing()
      const [card, key] = [await given('a confirmed card', {}), aKey()]
      const outcome = await adminApi.replaceCard(subscriptionId, card, key)
      expect(outcome).toMatchObject({
        kind: 'replaced',
        subscription: {
          status: 'active',
          openInvoice: null,
          graceEndsAt: null,
        },
      })
      const { brand, last4 } = (await adminApi.profile()).subscription?.paymentMethod ?? {}
      expect(await adminApi.invoices(subscriptionId)).toMatchObject([
        { status: 'paid', card: { brand, last4 } },
        { status: 'paid', card: null },
      ])
      expect(await adminApi.replaceCard(subscriptionId, card, key)).toEqual(outcome)
      expect(await adminApi.invoices(subscriptionId)).toHaveLength(2)
    })

    it('keeps failing when the other card is declined, with the same outcome for the same key', async () => {
      const { subscriptionId } = await failing()
      const { subscription } = await adminApi.profile()
      const card = await given('a confirmed card that is declined when it is charged', {
        declineCode: 'generic_decline',
      })
      const key = aKey()
      const declined = {
        kind: 'declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      }
      expect(await adminApi.replaceCard(subscriptionId, card, key)).toEqual(declined)
      expect(await adminApi.replaceCard(subscriptionId, card, key)).toEqual(declined)
      expect((await adminApi.profile()).subscription).toMatchObject({
        status: 'past_due',
        paymentMethod: subscription?.paymentMethod,
      })
    })

    it('requires the bank’s check, and is paid once the visitor has passed it', async () => {
      const { subscriptionId } = await failing()
      const card = await given(
        'a confirmed card that asks for authentication when it is charged',
        {},
      )
      const key = aKey()
      const outcome = await adminApi.replaceCard(subscriptionId, card, key)
      if (outcome.kind !== 'action-required') throw new Error(`Nothing to do: ${outcome.kind}`)
      expect(await adminApi.replaceCard(subscriptionId, card, key)).toEqual(outcome)
      await scene().passAuthentication(outcome.clientSecret)
      expect(await adminApi.replaceCard(subscriptionId, card, key)).toMatchObject({
        kind: 'replaced',
        subscription: { status: 'active' },
      })
    })
  })

  describe('another card', () => {
    it('replaces the card of a subscription that owes nothing', async () => {
      const { subscriptionId } = await given('a user with a live subscription', {
        productId: 'annual',
        code: 'WELCOME20',
      })
      const before = (await adminApi.profile()).subscription
      const card = await given(
        'a confirmed card that asks for authentication when it is charged',
        {},
      )
      const outcome = await adminApi.replaceCard(subscriptionId, card, aKey())
      expect(outcome).toEqual({
        kind: 'replaced',
        subscription: {
          ...before,
          paymentMethod: expect.objectContaining({ last4: '3184' }) as object,
        },
      })
      expect((await adminApi.profile()).subscription).toMatchObject({
        paymentMethod: { last4: '3184' },
      })
    })

    it('is refused for a subscription that has ended, and for another user’s', async () => {
      const { subscriptionId } = await given('a user whose subscription has ended', {})
      const card = await given('a confirmed card', {})
      const refused = { kind: 'ended' }
      expect(await adminApi.replaceCard(subscriptionId, card, aKey())).toEqual(refused)
      expect(await adminApi.replaceCard('no-such-subscription', card, aKey())).toEqual(refused)
      const stranger = await makeHarness()
      await stranger.states['a verified user with no subscription']({})
      const own = await stranger.states['a confirmed card']({})
      expect(await stranger.adminApi.replaceCard(subscriptionId, own, aKey())).toEqual(refused)
    })

    it('must have been confirmed with its own client secret, within a day', async () => {
      const { subscriptionId } = await given('a user with a live subscription', {
        productId: 'annual',
        code: 'WELCOME20',
      })
      const [card, other] = [
        await given('a confirmed card', {}),
        await given('a confirmed card', {}),
      ]
      const replace = (changes: Partial<typeof card>) =>
        adminApi.replaceCard(subscriptionId, { ...card, ...changes }, aKey())
      for (const [path, changes] of [
        ['setupIntentId', { setupIntentId: 'seti_unknown' }],
        ['setupIntentId', { setupIntentClientSecret: other.setupIntentClientSecret }],
        ['paymentMethodId', { paymentMethodId: other.paymentMethodId }],
      ] as const) {
        expect(await replace(changes)).toMatchObject({ kind: 'invalid', errors: [{ path }] })
      }
      const old = await given('a card confirmed more than a day ago', {})
      expect(await adminApi.replaceCard(subscriptionId, old, aKey())).toEqual({
        kind: 'setup-intent-expired',
      })
    })

    it('is rejected with an error when the idempotency key belongs to another request', async () => {
      const { subscriptionId } = await given('a user with a live subscription', {
        productId: 'annual',
        code: 'WELCOME20',
      })
      const key = aKey()
      await adminApi.replaceCard(subscriptionId, await given('a confirmed card', {}), key)
      const failure = await adminApi
        .replaceCard(subscriptionId, await given('a confirmed card', {}), key)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(PortUnavailable)
    })
  })
}
