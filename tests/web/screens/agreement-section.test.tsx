// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { AgreementSection } from '#web/screens/your-account/agreement-section.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

const open = async (prepare: (page: PageLoad) => void = () => {}) => {
  const page = await aPageLoad(await aSubscriber())
  await page.yourAccount.load()
  prepare(page)
  showScreen(page, <AgreementSection />)
}

describe('what a subscriber agreed to', () => {
  it('is shown in a sentence, with the original text in a disclosure', async () => {
    await open()
    const part = within(screen.getByRole('region', { name: 'What you agreed to' }))
    part.getByText(/^On 21 November 2026 at .* you agreed to Annual for \$89\.99 a year/)
    part.getByText(`Read the text, version ${someTerms.version}`)
    expect(part.getByText(someTerms.text).tagName).toBe('BLOCKQUOTE')
  })

  it('is shown for each change of the plan, the newest first', async () => {
    await open(({ global }) => {
      const subscription = global.profile?.subscription
      if (!subscription?.consent) throw new Error('There is no consent.')
      const change = { ...subscription.consent, productId: 'monthly', text: 'By changing…' }
      const changeConsents = [{ ...change, agreedAt: '2026-11-22T00:00:00Z', trialEnd: null }]
      global.changeSubscription({ ...subscription, changeConsents })
    })
    const part = within(screen.getByRole('region', { name: 'What you agreed to' }))
    const said = part.getAllByText(/^On \d+ November 2026/).map((each) => each.textContent)
    expect(said).toEqual([
      expect.stringMatching(/^On 22\s.* you agreed to Monthly for \$89\.99 a month\.$/),
      expect.stringMatching(/^On 21\s.* you agreed to Annual for/),
    ])
  })

  it('is absent for a subscription from before consents were recorded', async () => {
    await open(({ global }) => {
      const subscription = global.profile?.subscription
      if (subscription) global.changeSubscription({ ...subscription, consent: null })
    })
    expect(screen.queryByRole('region')).toBeNull()
  })
})
