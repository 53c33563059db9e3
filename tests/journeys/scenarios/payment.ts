import { describe, expect, it } from 'vitest'
import { bankOf, passCheck } from '../support/bank.ts'
import { eventually } from '../support/eventually.ts'
import { freshCardToken, numberOf } from '../support/fresh-card.ts'
import { makeSubscriber, startPlan } from '../support/subscriber.ts'
import type { Visitor } from '../support/visitor.ts'
import { giveWallet, walletOf } from '../support/wallet.ts'
import type { World } from '../support/world.ts'

export const describePayment = (world: () => World) =>
  describe('payment', () => {
    const atPayment = async (prepare?: (visitor: Visitor) => Promise<void>) => {
      const ada = await world().visitor({ reached: 'create-account' })
      await prepare?.(ada)
      ada.expectStatus(402)
      ada.expectStatus(400)
      await ada.goToPayment()
      return ada
    }

    it.each([
      ['4000 0000 0000 0002', 'Your card was declined.'],
      ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
      ['4000 0000 0000 0069', 'Your card has expired.'],
    ])('says why the card %s is refused, and accepts another', async (number, sentence) => {
      const ada = await atPayment()
      await ada.fillCard(number)
      await ada.press('Start 14 free days')
      const alert = ada.page.getByRole('alert').filter({ hasText: sentence })
      await alert.filter({ hasText: 'Nothing was charged.' }).waitFor()
      expect(await ada.page.getByLabel('Billing email').inputValue()).toBe(ada.email)
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
      expect(await world().records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('accepts a card once the bank check is passed', async () => {
      const ada = await atPayment()
      await ada.fillCard('4000 0025 0000 3155')
      await ada.press('Start 14 free days')
      await passCheck(ada)
      await ada.at('/sign-up/personal-details')
      const [subscription] = await world().records.subscriptions(ada.email)
      expect(subscription?.status).toBe('trialing')
    })

    it('lets the visitor try again after a failed bank check', async () => {
      const ada = await atPayment()
      await ada.fillCard('4000 0025 0000 3155')
      await ada.press('Start 14 free days')
      await bankOf(ada).getByRole('button', { name: 'Fail' }).click()
      await ada.page
        .getByRole('alert')
        .filter({ hasText: /authenticate/ })
        .waitFor()
      expect(await world().records.subscriptions(ada.email)).toEqual([])
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
    })

    it('creates one subscription on a double click', async () => {
      const ada = await atPayment()
      await ada.fillCard()
      await ada.page.getByRole('button', { name: 'Start 14 free days' }).dblclick()
      await ada.at('/sign-up/personal-details')
      expect(await world().records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('leads to the account when the visitor has started another plan elsewhere', async () => {
      const ada = await atPayment()
      ada.expectStatus(409)
      await startPlan(world().urls, world().records, ada, 'monthly')
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.at('/account')
      await ada.page
        .getByText('You already have a plan. Nothing new was started or charged.')
        .waitFor()
      expect(await world().records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('charges a card that already had a free trial only after a second click', async () => {
      const card = freshCardToken()
      const { urls, records } = world()
      await makeSubscriber(
        urls,
        records,
        { email: `grace-${card}@example.com`, password: 'Lighthouse7' },
        card,
      )
      const ada = await atPayment()
      ada.expectStatus(409)
      await ada.fillCard(numberOf(card))
      await ada.press('Start 14 free days')
      const alert = ada.page
        .getByRole('status')
        .filter({ hasText: 'This card or email has already had a free trial' })
      await alert
        .getByText(
          'You’d pay $89.99 today. Nothing was charged. Press “Start and pay today” to continue.',
        )
        .waitFor()
      expect(await records.subscriptions(ada.email)).toEqual([])
      expect(await ada.page.getByText('14 days free').count()).toBe(0)
      await ada.press('Start and pay today')
      await ada.at('/sign-up/personal-details')
      await eventually(async () =>
        expect(await ada.heading()).toMatch(
          /^You’re in\. \$89\.99 paid today, next charge \$89\.99 on \d+\s\w+\s\d{4}\.$/,
        ),
      )
      expect(await records.subscriptions(ada.email)).toMatchObject([{ status: 'active' }])
    })

    it('offers payment today, not a trial, when a deleted account has already had the trial', async () => {
      const { urls, records } = world()
      const person = { email: `grace-${Date.now()}@example.com`, password: 'Lighthouse7' }
      await makeSubscriber(urls, records, person)
      const left = await fetch(`${urls.adminApi}/api/v1/me`, {
        method: 'DELETE',
        headers: {
          Authorization: `Bearer ${await records.idToken(person.email, person.password)}`,
        },
      })
      expect(left.status).toBe(204)
      const grace = await world().visitor({
        reached: 'create-account',
        email: person.email.replace('@', '+again@'),
      })
      await grace.goToPayment()
      await grace.page.getByRole('button', { name: 'Start and pay today' }).waitFor()
      await grace.fillCard()
      await grace.press('Start and pay today')
      await grace.at('/sign-up/personal-details')
      expect(await records.subscriptions(grace.email)).toMatchObject([{ status: 'active' }])
    })

    it('starts the plan with a wallet’s card, even after the wallet was closed once', async () => {
      const ada = await atPayment(giveWallet)
      await ada.press('Test wallet')
      await walletOf(ada).getByRole('button', { name: 'Cancel' }).click()
      await ada.page.getByText('Wallet closed. Nothing was charged.').waitFor()
      expect(await world().records.subscriptions(ada.email)).toEqual([])
      await ada.press('Test wallet')
      await walletOf(ada).getByRole('button', { name: 'Confirm' }).click()
      await ada.at('/sign-up/personal-details')
      expect(await world().records.subscriptions(ada.email)).toMatchObject([{ status: 'trialing' }])
      expect(await walletOf(ada).count()).toBe(0)
    })

    it('asks for the billing email before a wallet opens', async () => {
      const ada = await atPayment(giveWallet)
      await ada.page.getByRole('button', { name: 'Test wallet' }).waitFor()
      await ada.page.getByLabel('Billing email').fill('')
      await ada.press('Test wallet')
      await ada.page.getByText(/Please provide a valid email/).waitFor()
      expect(await walletOf(ada).count()).toBe(0)
    })

    it('says that the card is incomplete when it is left blank', async () => {
      const ada = await atPayment()
      await ada.page.waitForSelector('main iframe[src*="elements"]')
      await ada.press('Start 14 free days')
      await ada.page
        .frameLocator('main iframe[src*="elements"]')
        .getByText(/incomplete/i)
        .first()
        .waitFor()
      expect(await world().records.subscriptions(ada.email)).toEqual([])
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
    })
  })
