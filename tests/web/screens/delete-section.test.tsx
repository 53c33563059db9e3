// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { aPayingSubscriber, aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { DeleteSection } from '#web/screens/your-account/delete-section.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

const DAY = 24 * 60 * 60 * 1000

/** Opens the form that deletes Ada's account, `daysAgo` days after she started her plan. */
const open = async (plan: 'running' | 'ended' | 'in trial', daysAgo = 0) => {
  const subscriber = plan === 'in trial' ? aSubscriber : () => aPayingSubscriber('annual')
  const { subscription: _, ...ports } = await subscriber()
  if (plan === 'ended') ports.adminApi.endSubscription((await ports.adminApi.profile()).id)
  const page = await aPageLoad(ports)
  await page.yourAccount.load()
  await page.clock.advance(daysAgo * DAY)
  showScreen(page, <DeleteSection />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  await act(async () => {})
}

const theLink = () => screen.queryByRole('link', { name: 'Get my money back' })

it.each(['running', 'ended'] as const)(
  'deleting the account says which refund is given up for a plan that is %s, and links to it',
  async (plan) => {
    await open(plan)
    expect(
      screen.getByText(
        'You can get $89.99 back until 5 December, 12:00. If you delete your account, you give that up.',
      ),
    ).toBeTruthy()
    expect(theLink()?.getAttribute('href')).toBe('/account?plan=withdraw')
  },
)

it.each([
  ['during the trial', 'in trial', 0],
  ['after the refund period', 'running', 14],
] as const)('deleting the account does not mention a refund %s', async (_when, plan, daysAgo) => {
  await open(plan, daysAgo)
  expect(theLink()).toBeNull()
})
