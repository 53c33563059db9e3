import { describe, expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { welcome20 } from '#tests/support/a-visitor.ts'
import { signUpAda } from '#tests/support/memory-ports.ts'
import { hold } from '#tests/web/support/hold.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

describe('choosing a plan', () => {
  it('preselects the annual plan and keeps the chosen one', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    expect(page.plan.picked?.id).toBe('annual')
    await page.plan.pick('monthly')
    expect(await page.plan.choose(ignore)).toBe(true)
    const later = await page.reload()
    await later.plan.load()
    expect(later.plan.picked?.id).toBe('monthly')
  })

  it('stores the subscriber from the API, and whether a free trial is left', async () => {
    const page = await aPageLoad()
    const subscriber = { entitlements: {}, subscriptions: {}, first_seen: '2026-11-21T00:00:00Z' }
    const offers = await page.adminApi.offers()
    page.adminApi.offers = async () => ({ ...offers, subscriber, trialEligible: false })
    await page.plan.load()
    expect(page.global.signUpData.rcSubscriber).toEqual(subscriber)
    expect(page.global.isTrialSpent).toBe(true)
  })

  it('gives a promotion code’s discount on every plan it is valid for, not only on the picked one', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.checkPromotion('WELCOME20')
    expect(page.plan.products.map((each) => page.plan.promotionFor(each)?.code)).toEqual([
      'WELCOME20',
      'WELCOME20',
    ])
    const later = await page.reload()
    await later.plan.load()
    expect(later.plan.products.every((each) => later.plan.promotionFor(each))).toBe(true)
    await later.plan.pick('monthly')
    await later.plan.checkPromotion('HALFYEAR')
    expect(later.plan.products.map((each) => later.plan.promotionFor(each)?.code)).toEqual([
      undefined,
      'HALFYEAR',
    ])
  })

  it('shows no notice when the code cannot be checked for the plan that is not picked', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    page.adminApi.checkPromotionCode = async ({ productId }) => {
      if (productId === 'annual') return { kind: 'applies', promotion: welcome20 }
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    }
    await page.plan.checkPromotion('WELCOME20')
    expect(page.notices.all).toEqual([])
    expect(page.plan.products.map((each) => page.plan.promotionFor(each)?.code)).toEqual([
      'WELCOME20',
      undefined,
    ])
  })

  it('applies a promotion code only to plans that it is valid for', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.pick('monthly')
    await page.plan.checkPromotion('HALFYEAR')
    expect(page.plan.promotion?.code).toBe('HALFYEAR')
    await page.plan.pick('annual')
    expect(page.plan.promotion).toBeNull()
    expect(page.plan.promotionRefusal?.kind).toBe('not-for-this-plan')
    await page.plan.pick('monthly')
    expect(page.plan.promotion?.code).toBe('HALFYEAR')
    expect(page.plan.promotionRefusal).toBeNull()
  })

  describe('after a plan has been chosen with a code', () => {
    const chosenWith = async (code: string, plan: string) => {
      const page = await aPageLoad()
      await page.plan.load()
      await page.plan.pick(plan)
      await page.plan.checkPromotion(code)
      await page.plan.choose(ignore)
      return page
    }
    const chosen = ({ global: { signUpData } }: PageLoad) => [
      signUpData.subscriptionProduct?.id,
      signUpData.stripePromotionCode?.code,
    ]

    it('keeps the chosen plan and code while others are previewed, even after a reload', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      await page.plan.pick('monthly')
      await page.plan.checkPromotion('HALFYEAR')
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
      const later = await page.reload()
      await later.plan.load()
      expect(later.plan.picked?.id).toBe('monthly')
      expect(later.plan.promotion?.code).toBe('HALFYEAR')
      expect(chosen(later)).toEqual(['annual', 'WELCOME20'])
      await later.plan.choose(ignore)
      expect(chosen(later)).toEqual(['monthly', 'HALFYEAR'])
    })

    it('keeps the code while a plan that it is not valid for is previewed', async () => {
      const page = await chosenWith('HALFYEAR', 'monthly')
      await page.plan.pick('annual')
      expect(page.plan.promotion).toBeNull()
      expect(chosen(page)).toEqual(['monthly', 'HALFYEAR'])
      await page.plan.pick('monthly')
      expect(page.plan.promotion?.code).toBe('HALFYEAR')
    })

    it('chooses nothing until the code has been checked for the picked plan', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      const later = await page.reload()
      vi.spyOn(later.adminApi, 'checkPromotionCode').mockRejectedValue(
        new PortUnavailable('admin-api', null),
      )
      await later.plan.load()
      await later.plan.pick('monthly')
      expect(await later.plan.choose(ignore)).toBe(false)
      expect(chosen(later)).toEqual(['annual', 'WELCOME20'])
      vi.mocked(later.adminApi.checkPromotionCode).mockRestore()
      expect(await later.plan.choose(ignore)).toBe(true)
      expect(chosen(later)).toEqual(['monthly', 'WELCOME20'])
    })

    it('chooses nothing while a code is being checked', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      page.plan.removePromotion()
      await page.plan.settle(ignore)
      const release = hold(page.ports.adminApi, 'checkPromotionCode', 'response')
      const checking = page.plan.checkPromotion('WELCOME20')
      expect(await page.plan.choose(ignore)).toBe(false)
      release()
      await checking
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
    })

    it('chooses the picked plan without the code if the code is not valid for it', async () => {
      const page = await chosenWith('HALFYEAR', 'monthly')
      const later = await page.reload()
      await later.plan.load()
      await later.plan.pick('annual')
      expect(await later.plan.choose(ignore)).toBe(true)
      expect(chosen(later)).toEqual(['annual', undefined])
    })

    it('removes the code once the plan is chosen again without it', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      page.plan.removePromotion()
      expect(page.plan.promotion).toBeNull()
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
      await page.plan.settle(ignore)
      expect(chosen(page)).toEqual(['annual', undefined])
    })

    it('chooses a plan without a refused code, even while the code is still in the field', async () => {
      const page = await chosenWith('HALFYEAR', 'monthly')
      page.plan.typeCode('HALFYEAR')
      await page.plan.pick('annual')
      expect(page.plan.promotionRefusal?.kind).toBe('not-for-this-plan')
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosen(page)).toEqual(['annual', undefined])
    })

    it('chooses nothing when the picked plan or the code changes during the check', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      const counted = page.eventNames()
      for (const change of [() => page.plan.pick('monthly'), page.plan.removePromotion]) {
        const release = hold(page.ports.adminApi, 'checkPromotionCode', 'response')
        const choosing = page.plan.choose(ignore)
        await new Promise((resolve) => setTimeout(resolve))
        await change()
        release()
        expect(await choosing).toBe(false)
        expect(page.plan.isChoosing).toBe(false)
        expect(page.plan.picked?.id).toBe('monthly')
        expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
      }
      expect(page.plan.promotion).toBeNull()
      expect(page.eventNames()).toEqual(counted)
    })

    it('does not track a choice when the session ends while the code is being checked', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      await signUpAda(page.ports)
      const later = await page.reload()
      await later.plan.load()
      const counted = later.eventNames()
      const release = hold(later.ports.adminApi, 'checkPromotionCode', 'response')
      const choosing = later.plan.choose(ignore)
      await new Promise((resolve) => setTimeout(resolve))
      later.global.expireSession()
      release()
      expect(await choosing).toBe(false)
      expect(later.eventNames()).toEqual(counted)
    })

    it('keeps the code while another code is refused for another plan', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      await page.plan.pick('monthly')
      await page.plan.checkPromotion('HALFYEAR')
      page.adminApi.checkPromotionCode = async () => ({ kind: 'expired' })
      expect(await page.plan.choose(ignore)).toBe(false)
      expect(page.plan.promotionRefusal?.kind).toBe('expired')
      expect(page.plan.promotion).toBeNull()
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
    })
  })

  describe('with a code that was typed but not applied', () => {
    const typed = async (code: string) => {
      const page = await aPageLoad()
      await page.plan.load()
      page.plan.typeCode(code)
      return page
    }
    const chosenCode = ({ global }: PageLoad) => global.signUpData.stripePromotionCode?.code

    it('applies the code', async () => {
      const page = await typed(' welcome20 ')
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosenCode(page)).toBe('WELCOME20')
      await expect
        .poll(() => page.plan.products.map((each) => page.plan.promotionFor(each)?.code))
        .toEqual(['WELCOME20', 'WELCOME20'])
    })

    it('says why the code is refused, and chooses without it the second time', async () => {
      const page = await typed('EXPIRED')
      expect(await page.plan.choose(ignore)).toBe(false)
      expect(page.plan.promotionRefusal?.kind).toBe('expired')
      expect(page.global.signUpData.subscriptionProduct).toBeNull()
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(page.plan.promotionRefusal?.kind).toBe('expired')
      expect(page.plan.typedCode).toBe('EXPIRED')
      expect(chosenCode(page)).toBeUndefined()
    })

    it('checks a code again for another plan after it was refused for one', async () => {
      const page = await typed('HALFYEAR')
      expect(await page.plan.choose(ignore)).toBe(false)
      await page.plan.pick('monthly')
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosenCode(page)).toBe('HALFYEAR')
    })

    it('chooses nothing while the code cannot be checked', async () => {
      const page = await typed('WELCOME20')
      page.adminApi.fail()
      expect(await page.plan.choose(ignore)).toBe(false)
      expect(page.plan.isCheckingPromotion).toBe(false)
      expect(page.notices.all).toHaveLength(1)
      page.adminApi.restore()
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosenCode(page)).toBe('WELCOME20')
    })

    it('chooses nothing when another plan is picked while the code is being checked', async () => {
      const page = await typed('WELCOME20')
      const release = hold(page.adminApi, 'checkPromotionCode', 'response')
      const choosing = page.plan.choose(ignore)
      await page.plan.pick('monthly')
      release()
      expect(await choosing).toBe(false)
      expect(page.global.signUpData.subscriptionProduct).toBeNull()
    })

    it.each([
      ['the plan', ({ plan }: PageLoad) => plan.pick('monthly')],
      ['the code', ({ plan }: PageLoad) => plan.typeCode('WELCOME20')],
    ])('shows no refusal of a code once %s has changed during its check', async (_case, change) => {
      const page = await typed('HALFYEAR')
      const release = hold(page.adminApi, 'checkPromotionCode', 'response')
      const choosing = page.plan.choose(ignore)
      await change(page)
      release()
      expect(await choosing).toBe(false)
      expect(page.plan.promotionRefusal).toBeNull()
    })

    it('does not apply the code again once it has been removed', async () => {
      const page = await typed('WELCOME20')
      await page.plan.checkPromotion('WELCOME20')
      page.plan.removePromotion()
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosenCode(page)).toBeUndefined()
    })

    it('shows the changed order first, and chooses the plan only at the second click', async () => {
      const page = await typed('WELCOME20')
      expect(await page.plan.settle(ignore)).toBe(false)
      expect(page.plan.promotion?.code).toBe('WELCOME20')
      expect(await page.plan.settle(ignore)).toBe(true)
      expect(chosenCode(page)).toBe('WELCOME20')
      page.plan.removePromotion()
      page.plan.typeCode('SOLDOUT')
      expect(await page.plan.settle(ignore)).toBe(false)
      expect(page.plan.promotionRefusal?.kind).toBe('used-up')
      expect(await page.plan.settle(ignore)).toBe(true)
      expect(chosenCode(page)).toBeUndefined()
    })
  })
})
