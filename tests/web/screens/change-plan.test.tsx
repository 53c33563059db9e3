// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { aPayingSubscriber, aSubscriber, repairCard } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { AccountScreen } from '#web/screens/your-account/account-screen.tsx'
import type { CardFormViewProps } from '#web/stores/app-loader.tsx'

const gatsby = vi.hoisted(() => ({
  navigate: vi.fn<(to: string, options: object) => void>(),
  Link: () => null,
}))
vi.mock('gatsby', () => gatsby)

const DAY = 24 * 60 * 60 * 1000
const DECLINED = '4000000000000341'

/** The provider's fields, filled in from the start. */
const FilledCard = ({ onReady }: CardFormViewProps) => {
  useEffect(() => onReady(memoryCard()), [onReady])
  return null
}

beforeEach(() => window.history.replaceState(null, '', '/account'))

afterEach(() => {
  gatsby.navigate.mockClear()
})

type State =
  | 'monthly'
  | 'monthly, for half the price'
  | 'monthly, with a card that pays nothing'
  | 'annual'
  | 'in trial'

const subscriberOf = (state: State) => {
  if (state === 'in trial') return aSubscriber()
  if (state.endsWith('price')) return aPayingSubscriber('monthly', 'HALFYEAR')
  return aPayingSubscriber(state === 'annual' ? 'annual' : 'monthly')
}

/** Opens Ada's account page. */
const open = async (
  state: State,
  address = '/account',
  prepare?: (page: PageLoad) => Promise<void>,
) => {
  const { subscription, ...ports } = await subscriberOf(state)
  if (state.endsWith('nothing')) await repairCard(ports, subscription.id, DECLINED)
  const page = await aPageLoad(ports)
  await prepare?.(page)
  window.history.replaceState(null, '', address)
  showScreen(
    page,
    <main>
      <AccountScreen />
    </main>,
    FilledCard,
  )
  await screen.findByText(/^(?:Free until|Renews on|Changes to|Yours until|You can’t use the app)/)
  return page
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const find = (name: string) => screen.findByRole('button', { name })
const theForm = () => screen.queryByRole('form', { name: /^Change to/ })
const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(name))
const part = (name: string) => within(screen.getByRole('region', { name }))
const said = () => part('Your plan').getByRole('status').textContent

describe('the form for another plan', () => {
  it('opens in place with focus on its heading, and closes with focus on the button that opened it', async () => {
    await open('monthly')
    await press('Change plan')
    expect(theForm()).not.toBeNull()
    await hasFocus('Change to Annual')
    expect(window.location.search).toBe('?plan=change')
    await find('Pay $77.00 and change')
    await press('Keep Monthly')
    await waitFor(() => expect(theForm()).toBeNull())
    await hasFocus('Change plan')
    expect(window.location.search).toBe('')
  })

  it('closes with Escape and with the back button', async () => {
    await open('monthly')
    await press('Change plan')
    await hasFocus('Change to Annual')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(theForm()).toBeNull())
    await press('Change plan')
    act(() => window.history.back())
    await waitFor(() => expect(theForm()).toBeNull())
  })

  it('opens from its URL, and removes its query from the URL when it closes', async () => {
    await open('monthly', '/account?plan=change')
    await hasFocus('Change to Annual')
    await press('Keep Monthly')
    expect(theForm()).toBeNull()
    expect(window.location.pathname + window.location.search).toBe('/account')
  })

  it('closes with a notice when the plan cannot be changed right now', async () => {
    const page = await open('monthly')
    vi.spyOn(page.adminApi, 'previewPlanChange').mockResolvedValueOnce({ kind: 'not-changeable' })
    await press('Change plan')
    await waitFor(() => expect(theForm()).toBeNull())
    expect(page.notices.all).toMatchObject([{ text: 'Your plan can’t be changed right now.' }])
    await hasFocus('Change plan')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('does not open from its URL once a refund has ended access to the app', async () => {
    await open('monthly', '/account?plan=change', async ({ adminApi }) => {
      const { invoices } = adminApi
      vi.spyOn(adminApi, 'invoices').mockImplementation(async (id) =>
        (await invoices(id)).map((invoice) => ({ ...invoice, refunded: invoice.total })),
      )
    })
    expect(theForm()).toBeNull()
  })

  it('opens for a plan that is no longer offered', async () => {
    await open('monthly', '/account', async ({ adminApi }) => {
      const { offers } = adminApi
      vi.spyOn(adminApi, 'offers').mockImplementation(async () => {
        const all = await offers()
        return { ...all, products: all.products.filter(({ id }) => id === 'annual') }
      })
    })
    await press('Change plan')
    await find('Pay $77.00 and change')
    expect(screen.getByText(/less a credit for the unused part of this period/)).toBeTruthy()
    await press('Keep monthly')
    await hasFocus('Change plan')
  })

  it('gives way to the form for another card, and returns once the card is saved', async () => {
    await open('monthly')
    await press('Change plan')
    await press('Use another card')
    expect(theForm()).toBeNull()
    expect(window.location.search).toBe('?card=another')
    await press('Save this card')
    await hasFocus('Change to Annual')
    expect(window.location.search).toBe('?plan=change')
    await find('Pay $77.00 and change')
  })

  it('is not offered for a plan that will end', async () => {
    await open('monthly', '/account?plan=change', async ({ app, global }) => {
      const outcome = await app.cancelSubscription(global.profile?.subscription?.id ?? '')
      if (outcome.kind === 'changed') global.changeSubscription(outcome.subscription)
    })
    expect(theForm()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull()
  })

  it('is not offered while a new period has yet to be charged, and its URL leads to a notice', async () => {
    const page = await open('monthly', '/account?plan=change', async ({ adminApi }) => {
      vi.spyOn(adminApi, 'invoices').mockResolvedValue([])
      vi.spyOn(adminApi, 'previewPlanChange').mockResolvedValue({ kind: 'not-changeable' })
    })
    await waitFor(() => expect(theForm()).toBeNull())
    expect(page.notices.all).toMatchObject([{ text: 'Your plan can’t be changed right now.' }])
    await hasFocus('Your plan')
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Cancel the plan' })).toBeTruthy()
  })

  it('shows today’s payment line by line, and the date and amount of the next charge', async () => {
    const page = await open('monthly')
    await page.clock.advance(13 * DAY)
    await press('Change plan')
    await find('Pay $82.63 and change')
    const rows = within(theForm()!).getAllByRole('term')
    expect(rows.map((row) => `${row.textContent}: ${row.nextSibling?.textContent}`)).toEqual([
      'Annual, from today: $89.99',
      '17 unused days: −$7.36',
      'Today, to Visa 4242: $82.63',
    ])
    expect(
      screen.getByText(
        'You pay for a year, less a credit for the unused part of this month. Next charge: $89.99 on 4 December 2027.',
      ),
    ).toBeTruthy()
  })

  it('sends the sentences next to the button as the consent', async () => {
    const page = await open('monthly', '/account?plan=change')
    await userEvent.click(await find('Pay $77.00 and change'))
    await waitFor(() => expect(theForm()).toBeNull())
    expect(page.global.profile?.subscription?.changeConsents).toMatchObject([
      {
        text: 'You pay for a year, less a credit for the unused part of this month. Next charge: $89.99 on 21 November 2027. By changing, you agree to the terms of use and to pay $77.00 today.',
      },
    ])
  })

  it('says that the promotion of the current plan ends', async () => {
    await open('monthly, for half the price', '/account?plan=change')
    await find('Pay $83.50 and change')
    expect(
      screen.getByText(
        'HALFYEAR doesn’t work with Annual, so your promotion ends with this change.',
      ),
    ).toBeTruthy()
  })

  it('says that the amount cannot be loaded, and loads it with “Try again”', async () => {
    const page = await open('monthly')
    page.adminApi.fail()
    await press('Change plan')
    expect(await screen.findByText(/^We can’t work out the amount right now/)).toBeTruthy()
    page.adminApi.restore()
    await press('Try again')
    await find('Pay $77.00 and change')
  })
})

describe('changing the plan', () => {
  it('pays what was shown, shows the new plan, and fetches the invoices again', async () => {
    const page = await open('monthly')
    const ask = vi.spyOn(page.adminApi, 'previewPlanChange')
    await press('Change plan')
    await userEvent.click(await find('Pay $77.00 and change'))
    await waitFor(() => expect(theForm()).toBeNull())
    expect(said()).toBe('Done. You’re on Annual now. We charged $77.00 to Visa ending\u00a04242.')
    await hasFocus('Your plan')
    expect(part('Your plan').getByText('$89.99 a year')).toBeTruthy()
    expect(await part('Invoices').findByText('$77.00')).toBeTruthy()
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(ask).toHaveBeenCalledOnce()
    act(() => window.history.forward())
    await find('Keep Annual')
    expect(said()).toBe('')
  })

  it('is offered again before the invoice for the change is loaded', async () => {
    const page = await open('monthly')
    await page.clock.advance(13 * DAY)
    await press('Change plan')
    vi.spyOn(page.adminApi, 'invoices').mockReturnValue(new Promise(() => {}))
    await userEvent.click(await screen.findByRole('button', { name: /^Pay .* and change$/ }))
    await waitFor(() => expect(theForm()).toBeNull())
    expect(screen.queryByRole('button', { name: 'Change plan' })).not.toBeNull()
  })

  it('says when a cheaper plan starts, and can be undone with one click', async () => {
    await open('annual')
    await press('Change plan')
    await find('Keep Annual')
    await screen.findByText(
      'Annual until 21 November 2027, then Monthly for $12.99 a month. Nothing to pay today.',
    )
    await userEvent.click(within(theForm()!).getByRole('button', { name: 'Change plan' }))
    await waitFor(() => expect(theForm()).toBeNull())
    expect(part('Your plan').getByText('Changes to Monthly on 21 November 2027')).toBeTruthy()
    expect(said()).toContain('Done. Annual until 21\u00a0November 2027, then Monthly.')
    await press('Stay on Annual')
    expect(await part('Your plan').findByText('Renews on 21 November 2027')).toBeTruthy()
    await hasFocus('Change plan')
    expect(said()).toBe('')
  })

  it('costs nothing during the trial, which continues', async () => {
    await open('in trial', '/account?plan=change')
    await screen.findByText(/^Your free trial continues until 5 December 2026, then Monthly/)
    await userEvent.click(within(theForm()!).getByRole('button', { name: 'Change plan' }))
    await waitFor(() => expect(theForm()).toBeNull())
    expect(part('Your plan').getByText('Free until 5 December 2026')).toBeTruthy()
    expect(part('Your plan').getByText('$12.99 a month')).toBeTruthy()
  })

  it('says next to the amount why the card was declined, and can be tried again', async () => {
    await open('monthly, with a card that pays nothing', '/account?plan=change')
    await userEvent.click(await find('Pay $77.00 and change'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your card was declined.')
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(part('Your plan').getByText('$12.99 a month')).toBeTruthy()
    expect(await find('Pay $77.00 and change')).toBeTruthy()
  })

  it('says that the amount has changed, and offers to pay the new amount', async () => {
    const page = await open('monthly', '/account?plan=change')
    await find('Pay $77.00 and change')
    await page.clock.advance(DAY)
    await press('Pay $77.00 and change')
    await screen.findByText('The amount has changed.')
    expect(await find('Pay $77.43 and change')).toBeTruthy()
  })

  it('ignores further clicks and Escape while its request is in progress', async () => {
    const page = await open('monthly', '/account?plan=change')
    let answer = () => {}
    const { changePlan } = page.adminApi
    const spy = vi.spyOn(page.adminApi, 'changePlan').mockImplementation(async (...request) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return changePlan(...request)
    })
    await userEvent.click(await find('Pay $77.00 and change'))
    await press('Paying $77.00')
    await press('Keep Monthly')
    await userEvent.keyboard('{Escape}')
    expect(theForm()).not.toBeNull()
    answer()
    await waitFor(() => expect(theForm()).toBeNull())
    expect(spy).toHaveBeenCalledOnce()
  })

  it('closes the form with a notice when the plan turns out to have ended', async () => {
    const page = await open('monthly', '/account?plan=change')
    await find('Pay $77.00 and change')
    page.adminApi.endSubscription(page.global.profile?.id ?? '')
    await press('Pay $77.00 and change')
    await waitFor(() => expect(theForm()).toBeNull())
    expect(page.notices.all).toMatchObject([{ tone: 'error' }])
    await hasFocus('Your plan')
  })
})

/** Holds back the next request of this name until the returned function is called. */
const holdAnswer = ({ adminApi }: PageLoad, name: 'cancelSubscription' | 'resumeSubscription') => {
  let letGo = () => {}
  const request = adminApi[name]
  vi.spyOn(adminApi, name).mockImplementationOnce(async (...given) => {
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    return request(...given)
  })
  return () => letGo()
}

describe('cancelling and resuming the plan', () => {
  it('move the focus from the pressed button to the one that replaces it', async () => {
    await open('monthly')
    await press('Cancel the plan')
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the plan' }))
    expect(document.activeElement).toBe(await find('Resume the plan'))
    await press('Resume the plan')
    expect(document.activeElement).toBe(await find('Cancel the plan'))
  })

  it('keep the cancellation dialog open while its request is in progress', async () => {
    const page = await open('monthly')
    const answer = holdAnswer(page, 'cancelSubscription')
    await press('Cancel the plan')
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the plan' }))
    const keep = dialog.getByRole('button', { name: 'Keep the plan' })
    expect(keep.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(keep)
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.getByRole('dialog').getAttribute('closedby')).toBe('none')
    act(answer)
    const resume = await find('Resume the plan')
    await waitFor(() => expect(document.activeElement).toBe(resume))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leave the focus where the visitor has moved it during the request', async () => {
    const page = await open('monthly', '/account', async ({ app, global }) => {
      const outcome = await app.cancelSubscription(global.profile?.subscription?.id ?? '')
      if (outcome.kind === 'changed') global.changeSubscription(outcome.subscription)
    })
    const answer = holdAnswer(page, 'resumeSubscription')
    await press('Resume the plan')
    const elsewhere = screen.getByRole('button', { name: 'Delete my account' })
    elsewhere.focus()
    act(answer)
    await find('Cancel the plan')
    expect(document.activeElement).toBe(elsewhere)
  })
})
