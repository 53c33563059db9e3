// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ada, inMemory } from '#tests/support/memory-ports.ts'
import { buttonClasses, filledButtons } from '#tests/web/support/filled-buttons.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { VerifyEmailScreen } from '#web/screens/account/verify-email-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))
vi.mock('#web/components/button.module.css', () => buttonClasses)

const sent = /We’ve sent a link to/
const missing = /wasn’t sent/
const neutral = /with the link we email you/

const show = (page: PageLoad) =>
  showScreen(
    page,
    <main>
      <VerifyEmailScreen journey="sign-up" />
    </main>,
  )

/** The screen after signing up, with this response to the request for the first mail. */
const afterSignUp = async (mail: 'sent' | 'too-many-requests', email = ada.email) => {
  const page = await aPageLoad(inMemory())
  vi.spyOn(page.auth, 'sendEmailVerification').mockResolvedValueOnce({ kind: mail })
  await page.account.signUp({ ...ada, email, journey: 'sign-up' }, ignore)
  show(page)
  return page
}

it('the confirmation screen says that the first mail was sent, without a warning', async () => {
  await afterSignUp('sent')
  expect([screen.queryByText(sent), screen.queryByText(missing)].map(Boolean)).toEqual([
    true,
    false,
  ])
})

it('the confirmation screen says that the first mail was not sent, until another mail is', async () => {
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
  expect(document.activeElement?.textContent).toMatch(/^Send again in \d+ s/)
})

it('the focus moves to the heading when the link to the mailbox replaces the send button', async () => {
  await afterSignUp('too-many-requests', 'ada@gmail.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }))
  await screen.findByText(sent)
  expect(document.activeElement?.textContent).toBe('Confirm your email')
})

it('the confirmation screen opens the mailbox of a known mail provider in a new tab', async () => {
  await afterSignUp('sent', 'ada@gmail.com')
  const link = screen.getByRole('link', { name: 'Open Gmail' })
  expect(link.getAttribute('href')).toBe('https://mail.google.com/')
  expect(link.getAttribute('target')).toBe('_blank')
  screen.getByRole('button', { name: 'Send again' })
})

it('the confirmation screen offers only to send the mail again when the mailbox is unknown', async () => {
  await afterSignUp('sent')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Send again' })).toHaveLength(1)
  expect(filledButtons()).toEqual([])
})

it.each([
  ['sent', 'ada@gmail.com', 'Open Gmail'],
  ['too-many-requests', ada.email, 'Send the email'],
] as const)(
  'the confirmation screen has one filled button (%s), even while the form for another email is open',
  async (...given) => {
    const [mail, email, action] = given
    await afterSignUp(mail, email)
    expect(filledButtons()).toEqual([action])
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }))
    expect(filledButtons()).toEqual(['Send the link'])
    screen.getByText(action)
  },
)

const sendFirst = () => userEvent.click(screen.getByRole('button', { name: 'Send the email' }))

it('the reloaded confirmation screen does not claim that an unsent mail was sent, and offers to send it', async () => {
  const page = await afterSignUp('too-many-requests')
  cleanup()
  show(await page.reload())
  expect(screen.queryByText(sent)).toBeNull()
  expect(screen.queryByText(neutral)).not.toBeNull()
  await sendFirst()
  await screen.findByText(sent)
  expect(page.auth.mails).toHaveLength(1)
})

it('the confirmation screen does not claim that a mail was sent after two refusals and a reload', async () => {
  const page = await afterSignUp('too-many-requests')
  page.auth.throttle()
  await sendFirst()
  // The seconds are shown, but are not part of the accessible name.
  const button = await screen.findByRole('button', { name: 'Send' })
  expect(button.textContent).toMatch(/^Send in \d+ s/)
  cleanup()
  show(await page.reload())
  expect(screen.queryByText(neutral)).not.toBeNull()
})

it('after sign-in on another device, the confirmation screen does not claim that a mail was sent', async () => {
  const ports = inMemory()
  await ports.auth.openBrowser().createAccount(ada)
  const page = await aPageLoad(ports)
  await page.signIn.signIn(ada, ignore)
  show(page)
  expect(screen.queryByText(sent)).toBeNull()
  expect(screen.queryByText(neutral)).not.toBeNull()
})

it('the reloaded confirmation screen says that a mail was sent', async () => {
  const page = await afterSignUp('sent')
  cleanup()
  show(await page.reload())
  expect(screen.queryByText(sent)).not.toBeNull()
})

it('the form for another email shows no old refusal when it is opened again', async () => {
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

it('entering the current email again cancels a pending change of it', async () => {
  const page = await afterSignUp('sent')
  const change = async (email: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }))
    await userEvent.clear(screen.getByLabelText('New email'))
    await userEvent.type(screen.getByLabelText('New email'), email)
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  }
  await change('typo@example.com')
  await screen.findByText('typo@example.com')
  await change(ada.email)
  await screen.findByText(ada.email)
  expect(page.verifyEmail.change.pendingEmail).toBe('')
})
