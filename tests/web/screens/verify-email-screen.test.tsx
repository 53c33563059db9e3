// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ada, inMemory } from '#tests/support/memory-ports.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { VerifyEmailScreen } from '#web/screens/account/verify-email-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

const sent = /We’ve sent a link to/
const missing = /wasn’t sent/

/** The screen after the account was made, whose first mail is answered so. */
const afterSignUp = async (mail: 'sent' | 'too-many-requests') => {
  const page = await aPageLoad(inMemory())
  vi.spyOn(page.auth, 'sendEmailVerification').mockResolvedValueOnce({ kind: mail })
  await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
  showScreen(
    page,
    <main>
      <VerifyEmailScreen journey="sign-up" />
    </main>,
  )
  return page
}

it('says that the first mail was sent, and not that it was not', async () => {
  await afterSignUp('sent')
  expect([screen.queryByText(sent), screen.queryByText(missing)].map(Boolean)).toEqual([
    true,
    false,
  ])
})

it('says that the first mail was not sent, until another one is', async () => {
  const page = await afterSignUp('too-many-requests')
  expect([screen.queryByText(sent), screen.queryByText(missing)].map(Boolean)).toEqual([
    false,
    true,
  ])
  expect(page.notices.all).toEqual([])
  expect(screen.queryByText(/spam folder/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }))
  await screen.findByText(sent)
  expect(screen.queryByText(missing)).toBeNull()
  // The button is gone, and the focus not lost.
  expect(document.activeElement?.textContent).toBe('Confirm your email')
})

it('keeps no refusal of an address for the next time the form is opened', async () => {
  const page = await afterSignUp('sent')
  await page.auth.openBrowser().createAccount({ ...ada, email: 'bob@example.com' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  await user.clear(screen.getByLabelText('New email'))
  await user.type(screen.getByLabelText('New email'), 'bob@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText(/already in use/)
  await user.click(screen.getByRole('button', { name: 'Keep my email' }))
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  expect(screen.queryByText(/already in use/)).toBeNull()
})
