// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { accountMessages } from '#core/model/account-messages.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { EnrollAccountScreen } from '#web/screens/account/enroll-account-screen.tsx'
import { organisation } from '#web/content/organisation.ts'
import { EnrollPaymentScreen } from '#web/screens/payment/enroll-payment-screen.tsx'
import { PaymentScreen } from '#web/screens/payment/payment-screen.tsx'
import type { CardFormViewProps } from '#web/stores/app-loader.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

let page: PageLoad
let number: string

/** Called when the wallet's button is clicked, with whether the wallet opens. */
const askedToOpen = vi.fn<(mayOpen: boolean) => void>()

const FilledCard = ({ onReady, wallets }: CardFormViewProps) => {
  useEffect(() => onReady(memoryCard(number)), [onReady])
  const pay = () => {
    const mayOpen = wallets.mayOpen()
    askedToOpen(mayOpen)
    if (mayOpen) void wallets.onAuthorized(memoryCard(number))
  }
  return (
    <>
      <button type="button" onClick={pay}>
        Wallet
      </button>
      <p>The card fields</p>
    </>
  )
}

const show = (element: React.JSX.Element) => showScreen(page, <main>{element}</main>, FilledCard)

const open = async (journey: AccountJourney, typed: string) => {
  number = typed
  const ports = inMemory()
  if (journey === 'sign-up') await signUpAda(ports)
  page = await aPageLoad(ports)
  await page.plan.load()
  await page.plan.choose(ignore)
  show(
    journey === 'enroll' ? (
      <EnrollPaymentScreen journey={journey} />
    ) : (
      <PaymentScreen journey={journey} />
    ),
  )
  await screen.findByText('The card fields')
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the payment step', () => {
  it('says who sees the card, and answers three questions', async () => {
    await open('sign-up', '4242424242424242')
    screen.getByText('Stripe handles your card. We never see its number.')
    const questions = [...document.querySelectorAll('main summary')].map(
      ({ textContent }) => textContent,
    )
    expect(questions).toEqual([
      'Why do you need my card now?',
      'How do I cancel?',
      'Can I get my money back?',
    ])
  })

  it.each([
    ['a decline', '4000000000000002', 'Your card was declined.'],
    ['a failed bank check', '4000002500003155', /authenticate your payment method/],
  ])(
    'reports %s right after the card, with the focus on the message',
    async (_case, typed, sentence) => {
      await open('sign-up', typed)
      page.payments.answerChallenge('fail')
      await press('Start 14 free days')
      const alert = (await screen.findByText(sentence)).closest('[role=alert]')
      const card = screen.getByRole('region', { name: 'Card' })
      expect(card.parentElement?.contains(alert)).toBe(true)
      await waitFor(() => expect(document.activeElement).toBe(alert))
    },
  )

  it('still says who sees the card, and whom to ask, when the card is declined', async () => {
    await open('sign-up', '4000000000000002')
    await press('Start 14 free days')
    const alert = (await screen.findByText('Your card was declined.')).closest('[role=alert]')
    within(alert as HTMLElement).getByRole('link', { name: organisation.mail.hello })
    const promise = screen.getByText('Stripe handles your card. We never see its number.')
    expect(promise.closest('[aria-hidden]')).toBeNull()
  })

  it('scrolls an incomplete card into view', async () => {
    await open('sign-up', '')
    const scroll = vi.spyOn(screen.getByRole('region', { name: 'Card' }), 'scrollIntoView')
    await press('Start 14 free days')
    await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'nearest' }))
  })

  it('orders nothing when the visitor leaves while another plan is being chosen', async () => {
    await open('enroll', '4242424242424242')
    await page.plan.checkPromotion('WELCOME20')
    expect(page.plan.promotion).not.toBeNull()
    await page.plan.pick('monthly')
    let release = () => {}
    const check = page.adminApi.checkPromotionCode
    const held = vi.spyOn(page.adminApi, 'checkPromotionCode').mockImplementationOnce(
      (input) =>
        new Promise((resolve) => {
          release = () => resolve(check(input))
        }),
    )
    const validate = vi.spyOn(page.payments, 'validateCard')
    await userEvent.type(screen.getByLabelText('Billing email'), 'ada@example.com')
    await press('Save card and continue')
    await waitFor(() => expect(held).toHaveBeenCalledTimes(1))
    cleanup()
    release()
    await waitFor(() => expect(page.plan.isChoosing).toBe(false))
    expect(page.payment.phase).toBe('idle')
    expect(validate).not.toHaveBeenCalled()
  })

  it.each([
    ['enroll', 'Monthly', 'HALFYEAR'],
    ['sign-up', 'Annual', 'WELCOME20'],
  ] as const)('of the journey %s shows the %s plan with the code %s', async (...shown) => {
    const [journey, plan, code] = shown
    await open(journey, '4242424242424242')
    await page.plan.checkPromotion('WELCOME20')
    await page.plan.choose(ignore)
    await page.plan.pick('monthly')
    await page.plan.checkPromotion('HALFYEAR')
    const order = within(screen.getByRole('region', { name: 'Your order' }))
    expect(await order.findByText(`Evenkeel ${plan}`)).not.toBeNull()
    expect(await order.findByText(new RegExp(code))).not.toBeNull()
  })

  it.each(['Save card and continue', 'Wallet'])(
    'shows the order with the typed code before “%s” continues',
    async (button) => {
      await open('enroll', '4242424242424242')
      await userEvent.type(screen.getByLabelText('Billing email'), 'ada@example.com')
      await userEvent.click(screen.getByText('Have a code?'))
      await userEvent.type(screen.getByLabelText(/^Promotion code/), 'WELCOME20')
      const validate = vi.spyOn(page.payments, 'validateCard')
      await press(button)
      const order = within(screen.getByRole('region', { name: 'Your order' }))
      await order.findByText(/^WELCOME20/)
      const applied = screen.getByText('WELCOME20').closest('[tabindex]')
      await waitFor(() => expect(document.activeElement).toBe(applied))
      expect(validate).not.toHaveBeenCalled()
      await press(button)
      await waitFor(() => expect(page.payment.hasSavedCard).toBe(true))
      expect(page.global.signUpData.stripePromotionCode?.code).toBe('WELCOME20')
    },
  )

  it('checks the card even when the billing email is missing', async () => {
    await open('enroll', '')
    const validate = vi.spyOn(page.payments, 'validateCard')
    await press('Save card and continue')
    await screen.findByText('This field is required.')
    await waitFor(() => expect(validate).toHaveBeenCalledTimes(1))
    expect(document.activeElement).toBe(screen.getByLabelText('Billing email'))
  })
})

describe('the alert that a price has changed', () => {
  /** The annual plan, shown at $1, was refused at that price; the plans are being reloaded. */
  const refuse = async () => {
    number = '4242424242424242'
    const ports = inMemory()
    await signUpAda(ports)
    page = await aPageLoad(ports)
    const now = await page.adminApi.offers()
    const old = now.products.map((each) => ({ ...each, price: { ...each.price, amount: 100 } }))
    const offers = vi.spyOn(page.adminApi, 'offers')
    offers.mockResolvedValueOnce({ ...now, products: old })
    await page.plan.load()
    show(<EnrollPaymentScreen journey="enroll" />)
    await screen.findByText('The card fields')
    offers.mockResolvedValueOnce(now).mockReturnValue(new Promise(() => {}))
    await press('Start 14 free days')
    return screen.findByText('The price of this plan has changed')
  }

  it('names the old and the new price, and the plan shows the new one', async () => {
    const title = await refuse()
    expect(title.closest('[role=status]')?.textContent).toContain(
      'It was $1.00 a year and is now $89.99.',
    )
    await screen.findByText('a month, $89.99 a year')
    screen.getByText('Nothing was charged. Press “Start 14 free days” to continue.')
  })

  it('is hidden while another plan is picked', async () => {
    await refuse()
    await userEvent.click(screen.getByRole('radio', { name: /Monthly/ }))
    expect(screen.queryByText('The price of this plan has changed')).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: /Annual/ }))
    screen.getByText('The price of this plan has changed')
  })
})

it('the payment step names the amount with and without a promotion code that was refused', async () => {
  number = '4242424242424242'
  const ports = inMemory()
  await signUpAda(ports)
  page = await aPageLoad(ports)
  await page.plan.load()
  await page.plan.checkPromotion('WELCOME20')
  await page.plan.choose(ignore)
  page.adminApi.createSubscription = async () => ({ kind: 'promotion-refused', reason: 'used-up' })
  show(<PaymentScreen journey="sign-up" />)
  await screen.findByText('The card fields')
  await press('Start 14 free days')
  const title = await screen.findByText('Your promotion code has been removed')
  expect(title.closest('[role=status]')?.textContent).toMatch(
    /number of times\. \$71\.99 is now \$89\.99 on \d+\s\w+\. Nothing was charged\.$/,
  )
  const row = screen.getByText(/^WELCOME20/).closest('div')
  expect(row?.textContent).toBe('WELCOME20, 20% off your first chargeRemoved')
})

describe('the billing email', () => {
  it.each([
    ['', false],
    ['ada@nowhere', false],
    ['ada@example.com', true],
  ])('%j lets a wallet open: %s', async (typed, opens) => {
    await open('enroll', '4242424242424242')
    const field = screen.getByLabelText('Billing email')
    if (typed) await userEvent.type(field, typed)
    await press('Wallet')
    expect(askedToOpen).toHaveBeenLastCalledWith(opens)
    if (opens) return
    await screen.findByText(accountMessages.email)
    expect(document.activeElement).toBe(field)
  })

  it('is the account’s current email until the visitor types another', async () => {
    await open('sign-up', '4242424242424242')
    const { currentUser } = page.global
    cleanup()
    page.global.changeUser({ ...currentUser!, email: 'ada@lovelace.example' })
    show(<PaymentScreen journey="sign-up" />)
    const field = screen.getByLabelText<HTMLInputElement>('Billing email')
    expect(field.value).toBe('ada@lovelace.example')
    await userEvent.clear(field)
    await userEvent.type(field, 'bills@example.com')
    cleanup()
    show(<PaymentScreen journey="sign-up" />)
    expect(screen.getByLabelText<HTMLInputElement>('Billing email').value).toBe('bills@example.com')
  })
})

describe('the account step of the quick sign-up', () => {
  it('starts with the latest billing email, until the visitor types another', async () => {
    page = await aPageLoad()
    const email = (billingEmail: string) => {
      cleanup()
      page.global.changeSignUpData({ billingEmail })
      show(<EnrollAccountScreen journey="enroll" />)
      return screen.getByLabelText<HTMLInputElement>('Email')
    }
    expect(email('jo@gmial.com').value).toBe('jo@gmial.com')
    const field = email('jo@gmail.com')
    expect(field.value).toBe('jo@gmail.com')
    await userEvent.type(field, '.au')
    expect(email('jo@example.com').value).toBe('jo@gmail.com.au')
  })

  it('recaps the order, says what its button starts, and marks every empty field', async () => {
    number = '4242424242424242'
    page = await aPageLoad()
    await page.plan.load()
    await page.plan.choose(ignore)
    show(<EnrollAccountScreen journey="enroll" />)
    within(screen.getByRole('region', { name: 'Your order' })).getByText('Evenkeel Annual')
    expect(document.querySelector('main')?.textContent).not.toMatch(/result/)
    await press('Start 14 free days')
    await screen.findAllByText('This field is required.')
    for (const name of ['Email', 'Password'])
      expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
  })
})
