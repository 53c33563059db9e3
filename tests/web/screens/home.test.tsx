// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { readUnfinishedJourney } from '#web/journey/remembered-journey.ts'
import { Plans } from '#web/screens/home/plans.tsx'
import { StartOrContinue } from '#web/screens/home/start-or-continue.tsx'

vi.mock('gatsby', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
vi.mock('#web/journey/remembered-journey.ts')

const beOnline = (isOnline: boolean) =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the first button of the home page', () => {
  const buttons = () => {
    render(<StartOrContinue />)
    return screen
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.parentElement?.className])
  }

  it('starts the check-up for a guest, and leads a member to the account', () => {
    vi.mocked(readUnfinishedJourney).mockReturnValue(null)
    expect(buttons()).toEqual([
      ['Start the check-up', '/sign-up/survey', 'for-guests'],
      ['Go to your account', '/account', 'for-members'],
    ])
  })

  it('continues a journey that is under way', () => {
    const href = '/sign-up/money-belief'
    vi.mocked(readUnfinishedJourney).mockReturnValue({
      step: 'money-belief',
      href,
      label: 'Your money beliefs',
    })
    expect(buttons()).toEqual([['Continue: your money beliefs', href, '']])
  })
})

describe('the prices on the home page', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly observe: () => void
        readonly disconnect = () => {}
        constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
          this.observe = () => report([{ isIntersecting: true }])
        }
      },
    )
  })

  it('are replaced by a message while the browser is offline, and fetched once it is online', async () => {
    await beOnline(false)
    showScreen(await aPageLoad(), <Plans />)
    expect(screen.getAllByText('The price appears when you’re back online.')).toHaveLength(2)
    await beOnline(true)
    await screen.findByText('$89.99')
  })

  it('are fetched together with the visitor’s eligibility for a free trial', async () => {
    const page = await aPageLoad()
    const offers = await page.adminApi.offers()
    page.adminApi.offers = async () => ({ ...offers, trialEligible: false })
    showScreen(page, <Plans />)
    await screen.findByText('$89.99')
    expect(page.global.isTrialSpent).toBe(true)
  })
})
