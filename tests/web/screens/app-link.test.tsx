// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { DownloadScreen } from '#web/screens/download/download-screen.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
const open = async (prepare: (page: PageLoad) => void = () => {}) => {
  const page = await aPageLoad(await aSubscriber())
  prepare(page)
  showScreen(page, <DownloadScreen journey="sign-up" />)
  return page
}

const theLink = () => screen.findByRole('link', { name: 'Installed? Open the app' })
/** The button exists twice: at the bottom edge on phones, next to the reason elsewhere. */
const press = async (name: string) => {
  const buttons = screen.getAllByRole('button', { name })
  expect(buttons).toHaveLength(2)
  await userEvent.click(buttons[0]!)
}
const storesAreThere = () => screen.getByRole('link', { name: /App Store/ })

describe('the link to the app', () => {
  it('carries a claim and does not name the user', async () => {
    const page = await open()
    storesAreThere()
    const address = (await theLink()).getAttribute('href') ?? ''
    expect(new URL(address).searchParams.get('claim')).toBe('claim-1')
    expect(address).not.toContain(page.global.currentUser?.id)
    screen.getByTitle('QR code that opens the app')
  })

  it.each(['unpaid', 'paused'] as const)(
    'is not created for a plan that is %s, and the screen leads to the account instead',
    async (status) => {
      const page = await open(({ global }) => {
        const { subscription } = global.profile!
        global.changeSubscription({ ...subscription!, status })
      })
      const createAppClaim = vi.spyOn(page.adminApi, 'createAppClaim')
      screen.getByRole('heading', { name: /^Your plan is/ })
      await screen.findByRole('link', { name: 'Go to your account' })
      expect(createAppClaim).not.toHaveBeenCalled()
      expect(screen.queryByText(/You’re in/)).toBeNull()
      expect(screen.queryByRole('link', { name: /App Store/ })).toBeNull()
    },
  )

  it('is recreated on request once it has expired', async () => {
    const page = await open()
    await theLink()
    await act(async () => {
      await page.clock.advance(15 * 60_000)
      window.dispatchEvent(new Event('focus'))
    })
    expect(screen.getByRole('status').textContent).toContain('Your app link has expired')
    expect(screen.queryByTitle('QR code that opens the app')).toBeNull()
    storesAreThere()
    await press('Get a new link')
    expect((await theLink()).getAttribute('href')).toMatch(/claim=claim-2$/)
  })

  it('can be requested again after a failure', async () => {
    const page = await open(({ adminApi }) => adminApi.fail())
    await screen.findByText('We can’t create your link right now')
    storesAreThere()
    page.adminApi.restore()
    await press('Try again')
    expect((await theLink()).getAttribute('href')).toMatch(/claim=claim-1$/)
  })

  it('is refused after too many requests, with the time to wait', async () => {
    await open(({ adminApi }) => adminApi.throttle())
    expect(await screen.findByText('Please try again in a minute.')).not.toBeNull()
    storesAreThere()
  })
})
