import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import type { StateValues } from '#contracts/states.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aKey, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

type MakeHarness = () => Promise<AdminApiHarness> | AdminApiHarness

const DAY = 24 * 60 * 60 * 1000
const usd = (amount: number) => ({ amount, currency: 'usd' })

/** Previewing a change of plan, and making it. */
export const describePlanChanges = (scene: () => AdminApiHarness, makeHarness: MakeHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  type Card = StateValues<'a confirmed card'>

  /** Pays for a plan that has no trial. */
  const paying = async (productId: string): Promise<Subscription> => {
    await given('a user whose subscription has ended', {})
    const card = await given('a confirmed card', {})
    const order = { productId, ...card, journey: 'sign-up', consent: someTerms } as const
    const outcome = await adminApi.createSubscription(order, aKey())
    if (outcome.kind !== 'created') throw new Error(`Not subscribed: ${outcome.kind}`)
    return outcome.subscription
  }

  /** Pays for a plan, and makes this the card for all later charges. */
  const payingWith = async (productId: string, card: () => Promise<Card>) => {
    const { id } = await paying(productId)
    const outcome = await adminApi.replaceCard(id, await card(), aKey())
    if (outcome.kind !== 'replaced') throw new Error(`Not replaced: ${outcome.kind}`)
    return outcome.subscription
  }

  const inTrial = (productId: string, code: string) =>
    given('a user with a live subscription', { productId, code })

  const preview = async (id: string, productId: string): Promise<PlanChangePreview> => {
    const outcome = await adminApi.previewPlanChange(id, productId)
    if (outcome.kind !== 'previewed') throw new Error(`No preview: ${outcome.kind}`)
    return outcome.preview
  }

  const change = async (id: string, productId: string): Promise<Subscription> => {
    const outcome = await adminApi.changePlan(id, await preview(id, productId), aKey())
    if (outcome.kind !== 'changed') throw new Error(`Not changed: ${outcome.kind}`)
    return outcome.subscription
  }

  const current = async () => (await adminApi.profile()).subscription

  describe('a change to the more expensive plan', () => {
    it('costs its price less the unused part of the current period, as the preview shows', async () => {
      const { id } = await paying('monthly')
      const { lines, nextCharge, ...shown } = await preview(id, 'annual')
      expect(shown).toEqual({
        id: expect.stringMatching(/^.{1,255}$/s) as string,
        productId: 'annual',
        effective: 'now',
        dueToday: usd(8999 - 1299),
        endingPromotion: null,
      })
      const amounts = lines.map(({ kind, amount }) => ({ kind, amount }))
      expect(amounts).toHaveLength(2)
      expect(amounts).toEqual(
        expect.arrayContaining([
          { kind: 'plan', amount: usd(8999) },
          { kind: 'unused', amount: usd(-1299) },
        ]),
      )
      const { period } = lines.find(({ kind }) => kind === 'unused') ?? {}
      const unusedDays = (Date.parse(period?.end ?? '') - Date.parse(period?.start ?? '')) / DAY
      expect(unusedDays).toBeGreaterThan(27)
      expect(unusedDays).toBeLessThan(31.1)
      expect(nextCharge.amount).toEqual(usd(8999))
    })

    it('stores the consent to it once, and keeps the consent to the order', async () => {
      const { id, consent } = await paying('monthly')
      const { id: previewId, productId } = await preview(id, 'annual')
      const [order, key] = [{ id: previewId, productId, consent: someTerms }, aKey()]
      await adminApi.changePlan(id, order, key)
      await adminApi.changePlan(id, { ...order, consent: { text: 'Later.', version: '2' } }, key)
      const after = await current()
      expect(after?.consent).toEqual(consent)
      expect(after?.changeConsents).toEqual([
        {
          ...someTerms,
          productId: 'annual',
          price: usd(8999),
          discount: null,
          trialEnd: null,
          agreedAt: expect.any(String) as string,
        },
      ])
    })

    it('can be previewed without changing or charging anything', async () => {
      const before = await paying('monthly')
      await preview(before.id, 'annual')
      expect(await current()).toEqual(before)
      expect(await adminApi.invoices(before.id)).toHaveLength(1)
    })

    it('starts a new period immediately and charges what was shown', async () => {
      const before = await paying('monthly')
      const { dueToday, nextCharge, ...shown } = await preview(before.id, 'annual')
      const outcome = await adminApi.changePlan(before.id, shown, aKey())
      const { currentPeriodEnd, ...changed } = { ...before, productId: 'annual', price: usd(8999) }
      expect(outcome).toMatchObject({ kind: 'changed', subscription: changed })
      const after = await current()
      expect(after).toMatchObject(changed)
      // The new period begins with the change, some time after the preview.
      const late = Date.parse(after?.currentPeriodEnd ?? '') - Date.parse(nextCharge.date)
      expect(late).toBeLessThan(5 * 60 * 1000)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(Date.parse(nextCharge.date) - Date.parse(currentPeriodEnd)).toBeGreaterThan(330 * DAY)
      const [invoice, ...older] = await adminApi.invoices(before.id)
      expect(invoice).toMatchObject({ status: 'paid', total: dueToday })
      expect(older).toHaveLength(1)
    })

    it('is made once, however often it is requested', async () => {
      const { id } = await paying('monthly')
      const [shown, key] = [await preview(id, 'annual'), aKey()]
      const outcome = await adminApi.changePlan(id, shown, key)
      expect(outcome.kind).toBe('changed')
      expect(await adminApi.changePlan(id, shown, key)).toEqual(outcome)
      expect(await adminApi.invoices(id)).toHaveLength(2)
    })

    it('is not made when the card is declined, with the same outcome for the same key', async () => {
      const before = await payingWith('monthly', () =>
        given('a confirmed card that is declined when it is charged', {
          declineCode: 'generic_decline',
        }),
      )
      const shown = { ...(await preview(before.id, 'annual')), consent: someTerms }
      const key = aKey()
      const declined = {
        kind: 'declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      }
      expect(await adminApi.changePlan(before.id, shown, key)).toEqual(declined)
      expect(await adminApi.changePlan(before.id, shown, key)).toEqual(declined)
      expect(await current()).toEqual(before)
    })

    it('can be made with another card after one was declined', async () => {
      const { id } = await payingWith('monthly', () =>
        given('a confirmed card that is declined when it is charged', {
          declineCode: 'generic_decline',
        }),
      )
      await adminApi.changePlan(id, await preview(id, 'annual'), aKey())
      await adminApi.replaceCard(id, await given('a confirmed card', {}), aKey())
      expect(await change(id, 'annual')).toMatchObject({ productId: 'annual', status: 'active' })
      const paid = (await adminApi.invoices(id)).filter(({ status }) => status === 'paid')
      expect(paid).toHaveLength(2)
    })

    it('requires the bank’s check, and is made once the visitor has passed it', async () => {
      const before = await payingWith('monthly', () =>
        given('a confirmed card that asks for authentication when it is charged', {}),
      )
      const [shown, key] = [await preview(before.id, 'annual'), aKey()]
      const outcome = await adminApi.changePlan(before.id, shown, key)
      if (outcome.kind !== 'action-required') throw new Error(`Nothing to do: ${outcome.kind}`)
      expect(await current()).toMatchObject({ productId: 'monthly', status: 'active' })
      expect(await adminApi.changePlan(before.id, shown, key)).toEqual(outcome)
      await scene().passAuthentication(outcome.clientSecret)
      expect(await adminApi.changePlan(before.id, shown, key)).toMatchObject({
        kind: 'changed',
        subscription: { productId: 'annual', status: 'active' },
      })
      expect(await current()).toMatchObject({ productId: 'annual', price: usd(8999) })
    })
  })

  describe('a change to the cheaper plan', () => {
    it('costs nothing today and starts with the next period', async () => {
      const { id, currentPeriodEnd } = await paying('annual')
      const { nextCharge, ...shown } = await preview(id, 'monthly')
      expect(shown).toMatchObject({
        productId: 'monthly',
        effective: 'period-end',
        dueToday: usd(0),
        lines: [],
        endingPromotion: null,
      })
      expect(nextCharge.amount).toEqual(usd(1299))
      expect(Date.parse(nextCharge.date)).toBe(Date.parse(currentPeriodEnd))
    })

    it('is pending until the next period, and the plan stays as it is', async () => {
      const before = await paying('annual')
      const { pendingChange, ...changed } = await change(before.id, 'monthly')
      expect({ ...changed, pendingChange: null }).toEqual(before)
      expect(pendingChange?.productId).toBe('monthly')
      expect(Date.parse(pendingChange?.date ?? '')).toBe(Date.parse(before.currentPeriodEnd))
      expect(await current()).toEqual({ ...changed, pendingChange })
      expect(await adminApi.invoices(before.id)).toHaveLength(1)
    })

    it('can be taken back, which costs nothing', async () => {
      const before = await paying('annual')
      await change(before.id, 'monthly')
      const { dueToday, lines, nextCharge, ...shown } = await preview(before.id, 'annual')
      expect([dueToday, lines, nextCharge.amount]).toEqual([usd(0), [], usd(8999)])
      expect(Date.parse(nextCharge.date)).toBe(Date.parse(before.currentPeriodEnd))
      const outcome = await adminApi.changePlan(before.id, shown, aKey())
      expect(outcome).toEqual({ kind: 'changed', subscription: before })
      expect(await current()).toEqual(before)
      expect(await adminApi.invoices(before.id)).toHaveLength(1)
    })

    it('is made once, however often it is requested, and can be made again later', async () => {
      const { id } = await paying('annual')
      const [shown, key] = [await preview(id, 'monthly'), aKey()]
      const outcome = await adminApi.changePlan(id, shown, key)
      expect(outcome).toMatchObject({
        kind: 'changed',
        subscription: { pendingChange: { productId: 'monthly' } },
      })
      expect(await adminApi.changePlan(id, shown, key)).toEqual(outcome)
      await change(id, 'annual')
      expect(await change(id, 'monthly')).toMatchObject({
        pendingChange: { productId: 'monthly' },
      })
    })

    it('is dropped when the plan is cancelled', async () => {
      const { id } = await paying('annual')
      await change(id, 'monthly')
      expect(await adminApi.cancelSubscription(id)).toMatchObject({
        kind: 'changed',
        subscription: { productId: 'annual', cancelAtPeriodEnd: true, pendingChange: null },
      })
      expect(await adminApi.resumeSubscription(id)).toMatchObject({
        subscription: { productId: 'annual', cancelAtPeriodEnd: false, pendingChange: null },
      })
    })

    it('stays pending when the card is replaced', async () => {
      const { id } = await paying('annual')
      const { pendingChange } = await change(id, 'monthly')
      const card = await given('a confirmed card', {})
      expect(await adminApi.replaceCard(id, card, aKey())).toMatchObject({
        kind: 'replaced',
        subscription: { productId: 'annual', pendingChange },
      })
    })
  })

  describe('a change during the trial', () => {
    it.each([
      ['monthly', 'annual', 8999 - 1800],
      ['annual', 'monthly', 1299 - 260],
    ])(
      'from %s to %s is made at once, costs nothing today, and keeps the trial and its promotion',
      async (from, to, firstCharge) => {
        const { subscriptionId } = await inTrial(from, 'WELCOME20')
        const before = await current()
        const { nextCharge, ...shown } = await preview(subscriptionId, to)
        expect(shown).toMatchObject({
          effective: 'now',
          dueToday: usd(0),
          lines: [],
          endingPromotion: null,
        })
        expect(nextCharge.amount).toEqual(usd(firstCharge))
        expect(Date.parse(nextCharge.date)).toBe(Date.parse(before?.trialEnd ?? ''))
        const changed = { ...before, productId: to, price: usd(to === 'annual' ? 8999 : 1299) }
        expect(await adminApi.changePlan(subscriptionId, shown, aKey())).toEqual({
          kind: 'changed',
          subscription: changed,
        })
        expect(await current()).toEqual(changed)
        const totals = (await adminApi.invoices(subscriptionId)).map(({ total }) => total.amount)
        expect(new Set(totals)).toEqual(new Set([0]))
      },
    )

    it('ends a promotion that does not apply to the new plan, as the preview says', async () => {
      const { subscriptionId } = await inTrial('monthly', 'HALFYEAR')
      const { endingPromotion, nextCharge, ...shown } = await preview(subscriptionId, 'annual')
      expect(endingPromotion).toMatchObject({ code: 'HALFYEAR', percentOff: 50, months: 6 })
      expect(nextCharge.amount).toEqual(usd(8999))
      expect(await adminApi.changePlan(subscriptionId, shown, aKey())).toMatchObject({
        kind: 'changed',
        subscription: { productId: 'annual', status: 'trialing', discount: null },
      })
    })
  })

  describe('a change of plan', () => {
    it('is refused when the new plan is the current one', async () => {
      const { subscriptionId } = await inTrial('annual', 'WELCOME20')
      expect(await adminApi.previewPlanChange(subscriptionId, 'annual')).toEqual({
        kind: 'not-changeable',
      })
    })

    it('is refused when the new plan is not offered', async () => {
      const { subscriptionId } = await inTrial('annual', 'WELCOME20')
      expect(await adminApi.previewPlanChange(subscriptionId, 'weekly')).toEqual({
        kind: 'not-changeable',
      })
    })

    it.each(['a user whose payment is failing', 'a user whose subscription is to end'] as const)(
      'is refused for %s',
      async (state) => {
        const { subscriptionId } = await given(state, {})
        expect(await adminApi.previewPlanChange(subscriptionId, 'monthly')).toEqual({
          kind: 'not-changeable',
        })
      },
    )

    it('is refused when the plan has been cancelled since the preview', async () => {
      const { id } = await paying('monthly')
      const shown = await preview(id, 'annual')
      await adminApi.cancelSubscription(id)
      expect(await adminApi.changePlan(id, shown, aKey())).toEqual({ kind: 'not-changeable' })
      expect(await current()).toMatchObject({ productId: 'monthly', cancelAtPeriodEnd: true })
    })

    it('is refused once the subscription has ended', async () => {
      const { subscriptionId } = await given('a user whose subscription has ended', {})
      const ended = { kind: 'ended' }
      const shown = { id: 'no-such-preview', productId: 'monthly' }
      for (const id of [subscriptionId, 'no-such-subscription']) {
        expect(await adminApi.previewPlanChange(id, 'monthly')).toEqual(ended)
        expect(await adminApi.changePlan(id, shown, aKey())).toEqual(ended)
      }
    })

    it('is refused for another user’s subscription', async () => {
      const { subscriptionId } = await inTrial('annual', 'WELCOME20')
      const shown = await preview(subscriptionId, 'monthly')
      const stranger = await makeHarness()
      await stranger.states['a verified user with no subscription']({})
      expect(await stranger.adminApi.previewPlanChange(subscriptionId, 'monthly')).toEqual({
        kind: 'ended',
      })
      expect(await stranger.adminApi.changePlan(subscriptionId, shown, aKey())).toEqual({
        kind: 'ended',
      })
    })
  })

  describe('a preview', () => {
    it('is stale once the plan has been changed', async () => {
      const { id } = await paying('monthly')
      const shown = await preview(id, 'annual')
      const changed = await change(id, 'annual')
      await change(id, 'monthly')
      expect(await adminApi.changePlan(id, shown, aKey())).toEqual({ kind: 'preview-stale' })
      expect(await current()).toMatchObject({
        productId: 'annual',
        currentPeriodEnd: changed.currentPeriodEnd,
        pendingChange: { productId: 'monthly' },
      })
      expect(await adminApi.invoices(id)).toHaveLength(2)
    })

    it('cannot be used with another id or for another plan', async () => {
      const before = await paying('monthly')
      const shown = await preview(before.id, 'annual')
      for (const other of [
        { id: 'no-such-preview', productId: 'annual' },
        { id: `${shown.id}x`, productId: 'annual' },
        { id: shown.id, productId: 'monthly' },
      ]) {
        const { kind } = await adminApi.changePlan(before.id, other, aKey())
        expect(['preview-stale', 'not-changeable']).toContain(kind)
      }
      expect(await current()).toEqual(before)
      expect(await adminApi.invoices(before.id)).toHaveLength(1)
    })

    it('is valid for one subscription only', async () => {
      const { id } = await paying('monthly')
      const shown = await preview(id, 'annual')
      const other = await makeHarness()
      const { subscriptionId } = await other.states['a user with a live subscription']({
        productId: 'monthly',
        code: 'WELCOME20',
      })
      expect(await other.adminApi.changePlan(subscriptionId, shown, aKey())).toEqual({
        kind: 'preview-stale',
      })
    })
  })
}
