// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { Shell } from '#web/shell/shell.tsx'

vi.mock('gatsby', () => ({ Link: () => null }))

it('the shell has a live region for the notice about a failing payment', async () => {
  showScreen(
    await aPageLoad(),
    <Shell path="/">
      <p>The page</p>
    </Shell>,
  )
  expect(document.getElementById('payment-notice')?.getAttribute('aria-live')).toBe('polite')
})
