// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { EmailConfirmedScreen } from '#web/screens/account/email-confirmed-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

/** Opens the screen from the link in the mail, or without a link when `link` is false. */
const openMail = async (
  prepare: (ports: InMemory) => void | Promise<void> = () => {},
  { isSignedIn = true, link = true } = {},
) => {
  const ports = inMemory()
  await signUpAda(ports, { verified: false })
  const { search } = ports.auth.mails.at(-1) ?? { search: '' }
  await prepare(ports)
  if (!isSignedIn) await ports.auth.signOut()
  const page = await aPageLoad(ports)
  window.history.replaceState(null, '', `/sign-up/email-confirmed${link ? search : ''}`)
  showScreen(
    page,
    <main>
      <EmailConfirmedScreen journey="sign-up" />
    </main>,
  )
  return ports
}

const headingWithFocus = () =>
  document.activeElement instanceof HTMLHeadingElement ? document.activeElement.textContent : null

const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirm my email' }))

describe('the page that confirms an email', () => {
  it('confirms with a click and not before, and moves focus to the outcome', async () => {
    const { auth } = await openMail()
    await waitFor(() => expect(headingWithFocus()).toBe('Confirm your email'))
    screen.getByText('Press the button to confirm your email.')
    expect(await auth.reload()).toMatchObject({ emailVerified: false })
    await confirm()
    await waitFor(() => expect(headingWithFocus()).toBe('Your email is confirmed'))
    expect(await auth.reload()).toMatchObject({ emailVerified: true })
    expect(window.location.search).toBe('')
  })

  it('does not tell somebody else who is signed in here that the email is theirs', async () => {
    await openMail(async ({ auth }) => {
      await auth.createAccount({ email: 'bob@example.com', password: 'Secret88' })
    })
    await confirm()
    await screen.findByText(/^You’re signed in as bob@example.com here/)
    expect(document.body.textContent).not.toContain('You’ll sign in with')
  })

  it('calls a used link expired even if somebody else with a confirmed email is signed in', async () => {
    const { auth } = await openMail(async ({ auth }) => {
      await auth.createAccount({ email: 'bob@example.com', password: 'Secret88' })
      await auth.sendEmailVerification(`${origin}/sign-up/email-confirmed`)
      auth.openMail()
      await auth.reload()
    })
    await screen.findByRole('button', { name: 'Confirm my email' })
    auth.openMail(auth.mails[0])
    await confirm()
    await waitFor(() =>
      expect(headingWithFocus()).toBe('This link has expired or has already been used'),
    )
    screen.getByText(/^You’re signed in as bob@example.com here.* with ada@example.com, sign out/)
    expect(document.body.textContent).not.toContain('we emailed to')
  })

  it('focuses the heading after a successful retry', async () => {
    const { auth } = await openMail()
    await screen.findByRole('button', { name: 'Confirm my email' })
    auth.fail()
    await confirm()
    await screen.findByText('We can’t connect right now. Your link still works.')
    auth.restore()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await confirm()
    await waitFor(() => expect(headingWithFocus()).toBe('Your email is confirmed'))
  })

  it('says that an email is confirmed when its link was used before', async () => {
    await openMail(({ auth }) => auth.openMail())
    await waitFor(() => expect(headingWithFocus()).toBe('Your email is confirmed'))
  })

  it('tells a signed-out visitor that a used link has expired or was already used', async () => {
    await openMail(({ auth }) => auth.openMail(), { isSignedIn: false })
    await waitFor(() =>
      expect(headingWithFocus()).toBe('This link has expired or has already been used'),
    )
  })

  it.each([
    ['a signed-out visitor', { isSignedIn: false }, 'Sign in to continue'],
    ['an unconfirmed user', {}, 'Your email is not confirmed yet'],
  ])(
    'does not claim success to %s who opens the page without a link',
    async (_who, options, heading) => {
      await openMail(() => {}, { ...options, link: false })
      await waitFor(() => expect(headingWithFocus()).toBe(heading))
    },
  )

  it('says that the email is confirmed when a confirmed user opens the page without a link', async () => {
    await openMail(({ auth }) => auth.openMail(), { link: false })
    await waitFor(() => expect(headingWithFocus()).toBe('Your email is confirmed'))
  })
})
