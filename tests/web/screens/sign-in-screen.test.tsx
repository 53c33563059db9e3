// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { SignInScreen } from '#web/screens/account/sign-in-screen.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ state, children }: { state?: { email: string }; children: string }) => (
    <a href="/" data-email={state?.email}>
      {children}
    </a>
  ),
}))

it('the sign-in screen passes the typed email on to “Forgot password?”', async () => {
  showScreen(await aPageLoad(), <SignInScreen email="" notice={null} />)
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  expect(screen.getByText('Forgot password?').dataset.email).toBe('ada@example.com')
})
