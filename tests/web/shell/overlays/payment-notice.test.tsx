// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { stopPersisting } from 'mobx-persist-store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PAYMENT_HINT_KEY } from '#core/model/payment-hint.ts'
import { aLateSubscriber, aPayingSubscriber, aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { RunningOverlays } from '#web/shell/overlays/running-overlays.tsx'
import { createRunningAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import { StorageProvider } from '#web/stores/storage.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

let opened: PageLoad | undefined
const root = document.documentElement

beforeEach(() => delete root.dataset['payment'])

afterEach(() => {
  cleanup()
  if (opened) stopPersisting(opened.global)
})

const people = {
  late: aLateSubscriber,
  paying: aPayingSubscriber,
  'in trial': aSubscriber,
  ended: aLateSubscriber,
  unknown: aLateSubscriber,
  'signed out': aLateSubscriber,
}

/** Renders the part of the shell that shows the notice, with Ada's session in this state. */
const open = async (who: keyof typeof people, { hasSpace = false, path = '/' } = {}) => {
  const { subscription: _, ...ports } = await people[who]()
  if (who === 'signed out') await ports.auth.signOut()
  if (who === 'ended') ports.adminApi.endSubscription((await ports.adminApi.profile()).id)
  if (who === 'unknown') ports.adminApi.fail()
  const page = await aPageLoad(ports)
  opened = page
  if (hasSpace) root.dataset['payment'] = 'due'
  const session = createRunningAppLoader({
    app: page.app,
    stores: page,
    recordStepView: () => {},
    views: { CardForm: () => null, prepareCardForm: () => {} },
  })
  const at = (path: string) => (
    <AppLoaderProvider loader={session}>
      <StorageProvider storage={page.storage}>
        <div id="payment-notice" />
        <RunningOverlays path={path} />
      </StorageProvider>
    </AppLoaderProvider>
  )
  const { rerender } = render(at(path))
  await act(async () => {})
  return { page, go: (path: string) => act(async () => rerender(at(path))) }
}

const notice = () => screen.queryByRole('region', { name: 'Payment' })
const shown = () => screen.findByRole('region', { name: 'Payment' })
const thanks = 'Thank you. Your payment went through.'
const isOver = () => notice()?.hasAttribute('data-over')

describe('the notice about a failing payment', () => {
  it('says how much failed and when access ends, with a single link', async () => {
    await open('late')
    const { textContent } = await shown()
    expect(textContent).toBe(
      '$89.99 didn’t go through on 21\u00a0November. You keep full access until 28\u00a0November.Use another card',
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('/account?card=another')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each(['in trial', 'signed out'] as const)('is not shown to somebody %s', async (who) => {
    const { page } = await open(who)
    await act(async () => {})
    expect(notice()).toBeNull()
    expect(page.storage.read(PAYMENT_HINT_KEY)).toBeNull()
  })

  it('overlays the page when no space was reserved, and takes up space on the next page', async () => {
    const { page, go } = await open('late')
    await shown()
    expect(isOver()).toBe(true)
    expect(root.dataset['payment']).toBeUndefined()
    expect(page.storage.read(PAYMENT_HINT_KEY)).toBe('1')
    await go('/how-it-works')
    expect(isOver()).toBe(false)
    expect(root.dataset['payment']).toBe('due')
  })

  it('takes the space that was reserved for it', async () => {
    await open('late', { hasSpace: true })
    await shown()
    expect(isOver()).toBe(false)
  })

  it('is not on the account page, and is gone from other pages once the invoice is paid', async () => {
    const { page, go } = await open('late', { hasSpace: true })
    await shown()
    await go('/account')
    expect(notice()).toBeNull()
    await act(() => page.card.submit(memoryCard('5555555555554444'), ignore))
    await go('/how-it-works')
    expect(notice()).toBeNull()
    expect(root.dataset['payment']).toBeUndefined()
    expect(page.storage.read(PAYMENT_HINT_KEY)).toBeNull()
  })

  it('comes back on the page after the account page while the invoice is unpaid', async () => {
    const { go } = await open('late')
    await shown()
    await go('/account')
    await go('/press')
    expect(isOver()).toBe(false)
  })

  it('takes no space when the account page is opened first', async () => {
    await open('late', { hasSpace: true, path: '/account' })
    expect(root.dataset['payment']).toBeUndefined()
    expect(notice()).toBeNull()
  })

  it('keeps its space until the next page if the payment went through, and says thank you', async () => {
    const { page, go } = await open('paying', { hasSpace: true })
    await screen.findByText(thanks)
    expect(root.dataset['payment']).toBe('due')
    expect(page.storage.read(PAYMENT_HINT_KEY)).toBeNull()
    await go('/press')
    expect(screen.queryByText(thanks)).toBeNull()
    expect(root.dataset['payment']).toBeUndefined()
  })

  it.each(['ended', 'in trial', 'unknown'] as const)(
    'keeps the space, without a thank-you, for somebody whose plan is %s',
    async (who) => {
      await open(who, { hasSpace: true })
      expect(screen.queryByText(thanks)).toBeNull()
      expect(root.dataset['payment']).toBe('due')
    },
  )

  it('leaves no hint of the payment on the device after the visitor signs out', async () => {
    const { page } = await open('late')
    await shown()
    await act(() => page.leave.signOut())
    await waitFor(() => expect(page.storage.read(PAYMENT_HINT_KEY)).toBeNull())
    expect(notice()).toBeNull()
  })

  it('says when the app can be used again after the grace period', async () => {
    const { page, go } = await open('late')
    await shown()
    await act(() => page.clock.advance(8 * 24 * 60 * 60 * 1000))
    await go('/press')
    expect(notice()?.textContent).toContain('You can use the app again as soon as it’s paid.')
  })
})
