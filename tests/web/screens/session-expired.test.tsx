// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import { signInPath } from '#core/model/routes.ts'
import { aSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { SignInScreen } from '#web/screens/account/sign-in-screen.tsx'
import { AccountScreen } from '#web/screens/your-account/account-screen.tsx'

const gatsby = vi.hoisted(() => ({ navigate: vi.fn<(to: string) => void>(), Link: () => null }))
vi.mock('gatsby', () => gatsby)

const SIGNED_OUT = 'You were signed out to keep your account safe. Sign in again to continue.'

/** What sign-in says to a visitor whose session ended on the page at the path. */
const saidAtSignIn = async (page: PageLoad, path: string) => {
  window.history.replaceState(null, '', path)
  showScreen(page, <SignInScreen email="" notice={null} />)
  return (await screen.findByText(/^You were signed out/)).textContent
}

describe('sign-in, after the session has ended', () => {
  it('does not claim that what was typed in the account is kept', async () => {
    const page = await aPageLoad(await aSubscriber())
    window.history.replaceState(null, '', '/account')
    showScreen(page, <AccountScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit your details' }))
    page.adminApi.updateProfile = () => Promise.reject(new SessionExpired())
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Augusta')
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'King')
    await userEvent.type(screen.getByRole('textbox', { name: /^Year/ }), '1985')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(gatsby.navigate).toHaveBeenCalled())
    cleanup()
    expect(await saidAtSignIn(page, String(gatsby.navigate.mock.lastCall?.[0]))).toBe(SIGNED_OUT)
  })

  it.each([
    ['/sign-up/personal-details', `${SIGNED_OUT} Nothing you entered is lost.`],
    ['/sign-up/payment', SIGNED_OUT],
  ])('says that nothing is lost only where that is true: %s', async (path, said) => {
    const page = await aPageLoad(await aSubscriber())
    page.global.expireSession()
    expect(await saidAtSignIn(page, signInPath(path))).toBe(said)
  })
})
