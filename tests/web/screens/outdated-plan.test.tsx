// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { aSubscriber, repairCard } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { AccountScreen } from '#web/screens/your-account/account-screen.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

const DAY = 24 * 60 * 60 * 1000

/** Ada's account page, opened during her trial and left open to the day before or after its end. */
const open = async (next: 'charged' | 'ended' | 'in trial') => {
  window.history.replaceState(null, '', '/account')
  const { subscription, ...ports } = await aSubscriber()
  const page = await aPageLoad(ports)
  showScreen(
    page,
    <main>
      <AccountScreen />
    </main>,
  )
  await screen.findByText(/^Free until/)
  const { id } = await ports.adminApi.profile()
  const left = Date.parse(subscription.currentPeriodEnd) - ports.clock.now().getTime()
  await act(() => ports.clock.advance(next === 'in trial' ? left - DAY : left + DAY))
  if (next === 'ended') ports.adminApi.endSubscription(id)
  if (next === 'charged') {
    ports.adminApi.failRenewal(id)
    await repairCard(ports, subscription.id)
  }
  return page
}

const comeBack = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const theDialog = () => screen.findByRole('dialog')
const theOffer = () => screen.findByRole('link', { name: 'Get my money back' })

it('an open account page shows the charged plan to somebody who comes back after the trial', async () => {
  await open('charged')
  await comeBack()
  await screen.findByText(/^Renews on/)
  expect(await theOffer()).toBeTruthy()
})

it('an open account page requests nothing when somebody comes back within the trial', async () => {
  const { adminApi } = await open('in trial')
  const profile = vi.spyOn(adminApi, 'profile')
  await comeBack()
  expect(profile).not.toHaveBeenCalled()
})

it('the account page checks whether the trial was charged before it asks whether to cancel', async () => {
  await open('charged')
  await press('Cancel the plan')
  const { textContent } = await theDialog()
  expect(textContent).not.toContain('You have paid nothing')
  expect(textContent).toContain(', and nothing more will be charged.')
  await theOffer()
})

it('the account page checks whether the trial was charged before it asks whether to delete', async () => {
  await open('charged')
  await press('Delete my account')
  expect(await screen.findByText(/If you delete your account, you give that up\.$/)).toBeTruthy()
  expect(screen.queryByText(/^Your free days end right away/)).toBeNull()
})

it('the account page does not ask whether to cancel a plan that has already ended', async () => {
  await open('ended')
  await press('Cancel the plan')
  await screen.findByText(/^(?:Ended on|Your plan has ended)/)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your plan'))
})

it('the question whether to cancel promises nothing about a charge that cannot be looked up', async () => {
  const { adminApi } = await open('charged')
  adminApi.fail()
  await press('Cancel the plan')
  const dialog = await theDialog()
  within(dialog).getByText(
    /^We can’t check right now whether you’ve been charged for a new billing period\./,
  )
  expect(dialog.textContent).not.toMatch(/paid nothing|nothing more will be charged/)
})
