// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { stopPersisting } from 'mobx-persist-store'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { createRunningSession, SessionProvider } from '#web/app/session.tsx'
import { EmailConfirmedScreen } from '#web/screens/account/email-confirmed-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

let opened: PageLoad | undefined

afterEach(() => {
  cleanup()
  if (opened) stopPersisting(opened.global)
})

/** The screen as the mail's link opens it. */
const openMail = async (prepare: (ports: InMemory) => void = () => {}) => {
  const ports = inMemory()
  await signUpAda(ports)
  await ports.auth.sendEmailVerification(`${origin}/sign-up/email-confirmed`)
  const page = await aPageLoad(ports)
  opened = page
  prepare(ports)
  window.history.replaceState(null, '', `/sign-up/email-confirmed?mode=verifyEmail&oobCode=${ports.auth.mails.at(-1)?.code}`)
  render(
    <SessionProvider session={createRunningSession({ app: page.app, stores: page, openStep: () => {}, views: { CardForm: () => null, prepareCardForm: () => {} } })}>
      <main>
        <EmailConfirmedScreen journey="sign-up" />
      </main>
    </SessionProvider>,
  )
  return ports
}

const headingWithFocus = () => (document.activeElement instanceof HTMLHeadingElement ? document.activeElement.textContent : null)

describe('the page of the confirmed email', () => {
  it('moves focus to what has become of the link', async () => {
    await openMail()
    await waitFor(() => expect(headingWithFocus()).toBe('Your email is confirmed'))
  })

  it('moves focus again when a second try worked', async () => {
    const { auth } = await openMail((ports) => ports.auth.fail())
    await screen.findByText('We could not be reached just now. Your link is still good.')
    auth.restore()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(headingWithFocus()).toBe('Your email is confirmed'))
  })
})
