// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { aLateSubscriber, aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { AccountScreen } from '#web/screens/your-account/account-screen.tsx'
import type { CardFormViewProps } from '#web/stores/app-loader.tsx'

const gatsby = vi.hoisted(() => ({
  navigate: vi.fn<(to: string, options: object) => void>(),
  Link: () => null,
}))
vi.mock('gatsby', () => gatsby)

/** The card number in the provider's fields. */
let number: string

/** The provider's fields, filled in from the start. */
const FilledCard = ({ onReady, onEscape, wallets }: CardFormViewProps) => {
  useEffect(() => onReady(memoryCard(number)), [onReady])
  const pay = () => wallets.mayOpen() && void wallets.onAuthorized(memoryCard(number))
  return (
    <>
      <button type="button" onClick={pay}>
        Wallet
      </button>
      <button type="button" onClick={wallets.onCancel}>
        Close the wallet
      </button>
      {wallets.divider}
      <button type="button" onClick={onEscape}>
        Escape in the frame
      </button>
    </>
  )
}

beforeEach(() => {
  number = '5555555555554444'
  window.history.replaceState(null, '', '/account')
})

afterEach(() => {
  gatsby.navigate.mockClear()
})

/** Opens the account page: during Ada's trial, after a failed renewal, or signed out. */
const open = async (state: 'in trial' | 'late' | 'signed out', address = '/account') => {
  const { subscription: _, ...ports } = await (state === 'late' ? aLateSubscriber() : aSubscriber())
  if (state === 'signed out') await ports.auth.signOut()
  const page = await aPageLoad(ports)
  window.history.replaceState(null, '', address)
  showScreen(
    page,
    <main>
      <AccountScreen />
    </main>,
    FilledCard,
  )
  if (state !== 'signed out') await screen.findByText(/^(?:Free|Access) until/)
  return page
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const opener = () => screen.getByRole('button', { name: 'Use another card' })
const theForm = () => screen.queryByRole('form', { name: 'Use another card' })
const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(name))
const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the card on the account page', () => {
  it('shows its brand, last four digits and expiry date', async () => {
    await open('in trial')
    expect(part('Your card').getByText('Visa ending 4242')).toBeTruthy()
    expect(part('Your card').getByText('Expires 12/2029')).toBeTruthy()
  })

  it('says in words that it has expired', async () => {
    const page = await open('in trial')
    const { profile } = page.global
    const { subscription } = profile ?? {}
    if (!subscription?.paymentMethod) throw new Error('There is no card.')
    const paymentMethod = { ...subscription.paymentMethod, expMonth: 10, expYear: 2026 }
    act(() => page.global.changeSubscription({ ...subscription, paymentMethod }))
    expect(part('Your card').getByText('Has expired')).toBeTruthy()
  })
})

describe('the form for another card', () => {
  it('opens in place with focus on its heading, and closes with focus on the button that opened it', async () => {
    await open('in trial')
    await press('Use another card')
    expect(theForm()).not.toBeNull()
    await hasFocus('Use another card')
    expect(document.activeElement?.tagName).toBe('H3')
    expect(window.location.search).toBe('?card=another')
    await press('Keep my card')
    await waitFor(() => expect(theForm()).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
    expect(window.location.search).toBe('')
  })

  it('does not offer to keep a card when none is saved', async () => {
    const page = await open('in trial')
    const { subscription } = page.global.profile ?? {}
    if (!subscription) throw new Error('There is no subscription.')
    act(() => page.global.changeSubscription({ ...subscription, paymentMethod: null }))
    await press('Add a card')
    expect(screen.queryByRole('button', { name: 'Keep my card' })).toBeNull()
    await press('Not now')
    expect(screen.queryByRole('form', { name: 'Add a card' })).toBeNull()
  })

  it.each(['on the page', 'in the frame'])('closes with Escape %s', async (where) => {
    await open('in trial')
    await press('Use another card')
    if (where === 'in the frame') await press('Escape in the frame')
    else {
      await hasFocus('Use another card')
      await userEvent.keyboard('{Escape}')
    }
    await waitFor(() => expect(theForm()).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('closes with the back button', async () => {
    await open('in trial')
    await press('Use another card')
    act(() => window.history.back())
    await waitFor(() => expect(theForm()).toBeNull())
  })

  it('opens from its URL, and removes its query from the URL when it closes', async () => {
    await open('late', '/account?card=another')
    await hasFocus('Use another card')
    await press('Keep my card')
    expect(theForm()).toBeNull()
    expect(window.location.pathname + window.location.search).toBe('/account')
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('stays closed for any other query value', async () => {
    await open('late', '/account?card=%3Cscript%3E')
    expect(theForm()).toBeNull()
  })

  it('redirects a signed-out visitor to sign-in, with the form’s URL in returnTo', async () => {
    await open('signed out', '/account?card=another')
    expect(gatsby.navigate).toHaveBeenCalledWith('/sign-in?returnTo=%2Faccount%3Fcard%3Danother', {
      replace: true,
    })
  })

  it('saves the card when nothing is due, and says that it was saved', async () => {
    await open('in trial')
    await press('Use another card')
    expect(screen.getByText(/Nothing is charged now\./)).toBeTruthy()
    await press('Save this card')
    await waitFor(() => expect(theForm()).toBeNull())
    expect(part('Your card').getByRole('status').textContent).toBe(
      'Saved. From now on we’ll charge Mastercard ending\u00a04444.',
    )
    await hasFocus('Your card')
  })

  it('saves a card from a wallet', async () => {
    await open('in trial')
    await press('Use another card')
    await press('Wallet')
    await waitFor(() => expect(theForm()).toBeNull())
    expect(part('Your card').getByText('Mastercard ending 4444')).toBeTruthy()
  })

  it('says that nothing was charged when a wallet is closed, until it opens again', async () => {
    number = '4000000000000002'
    await open('in trial')
    await press('Use another card')
    const closed = 'Wallet closed. Nothing was charged.'
    expect(screen.queryByText(closed)).toBeNull()
    await press('Close the wallet')
    expect(screen.getByText(closed)).toBeTruthy()
    expect(screen.getByText('or pay by card')).toBeTruthy()
    await press('Wallet')
    expect(screen.queryByText(closed)).toBeNull()
  })

  it('pays the open invoice, shows that the plan renews again, and refetches the invoices', async () => {
    await open('late')
    expect(part('Your plan').getByText('Access until 28 November 2026')).toBeTruthy()
    expect(part('Invoices').getByText('Due')).toBeTruthy()
    await press('Use another card')
    await press('Pay $89.99 with this card')
    await waitFor(() => expect(theForm()).toBeNull())
    expect(part('Your card').getByRole('status').textContent).toContain('Paid. Thank you.')
    expect(part('Your plan').getByText(/^Renews on/)).toBeTruthy()
    await waitFor(() => expect(part('Invoices').queryByText('Due')).toBeNull())
    expect(part('Your card').getByText('Mastercard ending 4444')).toBeTruthy()
  })

  it('says next to the card why the card was declined, and stays usable', async () => {
    number = '4000000000000341'
    await open('late', '/account?card=another')
    await press('Pay $89.99 with this card')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your card was declined.')
    await waitFor(() => expect(document.activeElement).toBe(alert))
    expect(part('Your card').getByText('Visa ending 4242')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pay $89.99 with this card' })).toBeTruthy()
  })

  it('cannot be closed or submitted twice while its request is in progress', async () => {
    const page = await open('late', '/account?card=another')
    let answer = () => {}
    const { replaceCard } = page.adminApi
    const spy = vi.spyOn(page.adminApi, 'replaceCard').mockImplementation(async (...request) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return replaceCard(...request)
    })
    await press('Pay $89.99 with this card')
    await press('Paying $89.99')
    await press('Keep my card')
    await userEvent.keyboard('{Escape}')
    expect(theForm()).not.toBeNull()
    answer()
    await waitFor(() => expect(theForm()).toBeNull())
    expect(spy).toHaveBeenCalledOnce()
  })

  it('closes with a notice when the plan turns out to have ended', async () => {
    const page = await open('late', '/account?card=another')
    page.adminApi.endSubscription(page.global.profile?.id ?? '')
    await press('Pay $89.99 with this card')
    await waitFor(() => expect(theForm()).toBeNull())
    expect(page.notices.all).toMatchObject([{ tone: 'error' }])
    expect(part('Your card').getByText(/You add one when you choose a plan/)).toBeTruthy()
    await hasFocus('Your card')
  })
})
