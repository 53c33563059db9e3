// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPayingSubscriber, aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { AccountScreen } from '#web/screens/your-account/account-screen.tsx'

const gatsby = vi.hoisted(() => ({
  navigate: vi.fn<(to: string, options: object) => void>(),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
vi.mock('gatsby', () => gatsby)

const DAY = 24 * 60 * 60 * 1000
const withdrawing = '/account?plan=withdraw'

beforeEach(() => window.history.replaceState(null, '', '/account'))

afterEach(() => {
  gatsby.navigate.mockClear()
})

/** Ada's account page: she paid for the annual plan on 21 November, or is in its trial. */
const open = async (
  address = '/account',
  subscriber: typeof aSubscriber = () => aPayingSubscriber('annual'),
  prepare?: (page: PageLoad) => Promise<void> | void,
) => {
  const { subscription: _, ...ports } = await subscriber()
  const page = await aPageLoad(ports)
  await prepare?.(page)
  window.history.replaceState(null, '', address)
  showScreen(
    page,
    <main>
      <AccountScreen />
    </main>,
  )
  await screen.findByText(/^(?:Free until|Renews on|Ended on|Your plan has ended)/)
  return page
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const theLink = () => screen.queryByRole('link', { name: 'Get my money back' })
const theForm = () =>
  screen.queryByRole('region', { name: /^(?:Get your money back|Refund \$89\.99)/ })
const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(name))
const part = (name: string) => within(screen.getByRole('region', { name }))
const refund = 'Refund $89.99 and end my plan'

const toSecondStep = async () => {
  await press('Continue')
  await hasFocus('Refund $89.99 and end Annual now?')
}

describe('the offer of a refund', () => {
  it('gives the amount and the deadline, and opens its form with focus on the heading', async () => {
    await open()
    expect(screen.getByText('You can get $89.99 back until 5 December, 12:00.')).toBeTruthy()
    await userEvent.click(theLink()!)
    expect(theForm()).not.toBeNull()
    await hasFocus('Get your money back')
    expect(window.location.search).toBe('?plan=withdraw')
  })

  it('is not shown during the trial, not even when its URL is opened', async () => {
    await open(withdrawing, aSubscriber)
    expect(theLink()).toBeNull()
    expect(theForm()).toBeNull()
  })

  it('ends with the refund period, by the server’s clock', async () => {
    await open(withdrawing, undefined, ({ serverClock, clock }) =>
      serverClock.learn(new Date(clock.now().getTime() + 14 * DAY)),
    )
    expect(theLink()).toBeNull()
    expect(theForm()).toBeNull()
  })

  it('is shown even if the device’s clock is ahead', async () => {
    await open('/account', undefined, async ({ adminApi, serverClock, clock }) => {
      const now = clock.now()
      // Keeps the earlier profile, because the in-memory server shares the device's clock.
      vi.spyOn(adminApi, 'profile').mockResolvedValue(await adminApi.profile())
      await clock.advance(20 * DAY)
      serverClock.learn(now)
    })
    expect(theLink()).not.toBeNull()
  })

  it('is available for a plan that has ended since it was paid', async () => {
    await open(withdrawing, undefined, async ({ adminApi, global }) => {
      adminApi.endSubscription(global.profile?.id ?? '')
      global.changeProfile(await adminApi.profile())
    })
    await press('Continue')
    await hasFocus('Refund $89.99?')
    expect(screen.getByRole('button', { name: 'Refund $89.99' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Not now' })).toBeTruthy()
  })
})

describe('the two steps of a refund', () => {
  it('say first what will happen, and then put the amount on the button', async () => {
    await open(withdrawing)
    expect(screen.getByText('Step 1 of 2')).toBeTruthy()
    expect(
      within(theForm()!)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual([
      'All $89.99 goes back to the card you paid with.',
      'Your plan ends as soon as you confirm, and with it your access to the app.',
      'You keep your account and your results.',
    ])
    await toSecondStep()
    expect(screen.getByText('Step 2 of 2')).toBeTruthy()
    const rows = within(theForm()!).getAllByRole('term')
    expect(rows.map((row) => `${row.textContent}: ${row.nextSibling?.textContent}`)).toEqual([
      'Paid on 21\u00a0November: $89.99',
      'Back to the card you paid with: $89.99',
    ])
    expect(screen.getByRole('button', { name: refund })).toBeTruthy()
  })

  it.each([1, 2])(
    'close from step %i with “Keep my plan”, with focus on the link that opened them',
    async (step) => {
      const page = await open()
      await userEvent.click(theLink()!)
      if (step === 2) await toSecondStep()
      await press('Keep my plan')
      await waitFor(() => expect(theForm()).toBeNull())
      await hasFocus('Get my money back')
      expect(window.location.search).toBe('')
      expect(page.global.profile?.subscription?.status).toBe('active')
    },
  )

  it('close with Escape and with the back button, and begin with step 1 when opened again', async () => {
    await open()
    await userEvent.click(theLink()!)
    await toSecondStep()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(theForm()).toBeNull())
    await userEvent.click(theLink()!)
    await hasFocus('Get your money back')
    act(() => window.history.back())
    await waitFor(() => expect(theForm()).toBeNull())
  })

  it('open from their URL, and remove its query from the URL when they close', async () => {
    await open(withdrawing)
    await hasFocus('Get your money back')
    await press('Keep my plan')
    expect(theForm()).toBeNull()
    expect(window.location.pathname + window.location.search).toBe('/account')
  })

  it('refund nothing for a double click on "Continue"', async () => {
    const page = await open(withdrawing)
    const button = screen.getByRole('button', { name: 'Continue' })
    const pointer = userEvent.setup()
    await pointer.click(button)
    await act(async () => {
      screen
        .getByRole('button', { name: refund })
        .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    })
    expect(page.withdrawal.isBusy).toBe(false)
    expect(page.global.profile?.subscription?.status).toBe('active')
  })
})

describe('confirming the refund', () => {
  it('ends the plan and says where the money is, in the panel and in the invoices', async () => {
    await open(withdrawing)
    await toSecondStep()
    await press(refund)
    await waitFor(() => expect(theForm()).toBeNull())
    const plan = part('Your plan')
    expect(plan.getByText('Your plan has ended')).toBeTruthy()
    expect(
      plan.getByText(
        '$89.99 is on its way back to the card you paid with. Banks take 5 to 10 days.',
      ),
    ).toBeTruthy()
    await hasFocus('Your plan')
    expect(await part('Invoices').findByText('Refunded')).toBeTruthy()
    expect(theLink()).toBeNull()
    expect(window.location.search).toBe('')
  })

  it('leaves the refund visible with the ended plan on a later visit', async () => {
    await open('/account', undefined, async ({ app, adminApi, global }) => {
      await app.withdraw(global.profile?.subscription?.id ?? '')
      global.changeProfile(await adminApi.profile())
    })
    expect(
      part('Your plan').getByText(/^\$89\.99 went back to the card you paid with\. /),
    ).toBeTruthy()
    // Without a finished survey, the plan is chosen in the quick sign-up.
    expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe(
      '/enroll/payment',
    )
  })

  it('ignores further clicks and Escape while its request is in progress', async () => {
    const page = await open(withdrawing)
    let answer = () => {}
    const { withdraw } = page.adminApi
    const spy = vi.spyOn(page.adminApi, 'withdraw').mockImplementation(async (...request) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return withdraw(...request)
    })
    await toSecondStep()
    await press(refund)
    await press('Refunding $89.99')
    await press('Keep my plan')
    await userEvent.keyboard('{Escape}')
    expect(theForm()).not.toBeNull()
    answer()
    await waitFor(() => expect(theForm()).toBeNull())
    expect(spy).toHaveBeenCalledOnce()
  })

  it('keeps the form open during an outage, and is repeated with Retry', async () => {
    const page = await open(withdrawing)
    await toSecondStep()
    page.adminApi.fail()
    await press(refund)
    await waitFor(() => expect(page.notices.all).toHaveLength(1))
    expect(theForm()).not.toBeNull()
    page.adminApi.restore()
    act(() => page.notices.all[0]?.retry?.())
    await waitFor(() => expect(theForm()).toBeNull())
  })

  it('closes the form when the refund period has ended, and says so', async () => {
    const page = await open(withdrawing)
    await toSecondStep()
    await page.clock.advance(14 * DAY)
    await press(refund)
    await waitFor(() => expect(theForm()).toBeNull())
    expect(page.notices.all).toEqual([])
    screen.getByText(/^The 14-day refund period has ended\. Nothing was refunded/)
    await hasFocus('Your plan')
  })

  it('says that nothing is left to refund when support has already made the refund', async () => {
    const page = await open(withdrawing)
    await toSecondStep()
    vi.spyOn(page.adminApi, 'withdraw').mockResolvedValueOnce({ kind: 'withdrawal-over' })
    await press(refund)
    await screen.findByText(/^Nothing was refunded just now: there’s nothing left to refund/)
    expect(screen.queryByText(/14-day refund period/)).toBeNull()
  })

  it('no longer says why nothing was refunded once the plan is cancelled', async () => {
    const page = await open(withdrawing)
    await toSecondStep()
    await page.clock.advance(14 * DAY)
    await press(refund)
    await waitFor(() => expect(theForm()).toBeNull())
    await press('Cancel the plan')
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the plan' }))
    await screen.findByRole('button', { name: 'Resume the plan' })
    expect(screen.queryByText(/Nothing was refunded/)).toBeNull()
  })
})
