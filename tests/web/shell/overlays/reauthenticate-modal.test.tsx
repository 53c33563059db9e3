// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { ReauthenticateModal } from '#web/shell/overlays/reauthenticate-modal.tsx'

const gatsby = vi.hoisted(() => ({
  navigate: vi.fn<(to: string, options: object) => void>(),
}))
vi.mock('gatsby', async () => {
  const { createElement } = await import('react')
  const Link = ({ to, state, ...rest }: { to: string; state: object }) =>
    createElement('a', { href: `${to}#${JSON.stringify(state)}`, ...rest })
  return { ...gatsby, Link }
})

const openModal = async (prepare: (page: PageLoad) => Promise<void> = async () => {}) => {
  const ports = inMemory()
  await signUpAda(ports)
  const page = await aPageLoad(ports)
  await prepare(page)
  const goOn = vi.fn<() => void>()
  showScreen(page, <ReauthenticateModal />)
  page.reauthenticate.ask(goOn)
  const modal = await screen.findByRole<HTMLDialogElement>('dialog')
  return { page, goOn, modal }
}

const give = async (password: string) => {
  await userEvent.type(screen.getByLabelText('Your current password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

describe('the reauthenticate modal', () => {
  it('is a native dialog, titled and worded as specified, with the focus in its field', async () => {
    const { modal } = await openModal()
    expect(modal).toBeInstanceOf(HTMLDialogElement)
    expect(modal.open).toBe(true)
    expect(document.getElementById(modal.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
      'Please enter your password to continue',
    )
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Your current password')),
    )
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
  })

  it('leads to account recovery with “Forgot password?”, and closes', async () => {
    const { page } = await openModal()
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Forgot password?' })
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(link.getAttribute('href')).toBe(
      `/account-recovery#${JSON.stringify({ email: ada.email })}`,
    )
    expect(page.reauthenticate.isOpen).toBe(false)
  })

  it('requires a password', async () => {
    const { page } = await openModal()
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('This field is required.')
    expect(page.reauthenticate.isOpen).toBe(true)
  })

  it('says on the field that the password is wrong, until it is changed', async () => {
    const { page, goOn } = await openModal()
    await give('Wrong-Pass-7')
    await screen.findByText('Uh oh, wrong password.')
    await userEvent.type(screen.getByLabelText('Your current password'), 'x')
    expect(screen.queryByText('Uh oh, wrong password.')).toBeNull()
    expect(page.reauthenticate.isOpen).toBe(true)
    expect(goOn).not.toHaveBeenCalled()
  })

  it('clears the user data and closes on the right password, and calls back 100 ms later', async () => {
    const { page, goOn, modal } = await openModal()
    expect(page.global.userData.profile).not.toBeNull()
    await give(ada.password)
    await waitFor(() => expect(modal.open).toBe(false))
    expect(page.global.userData.profile).toBeNull()
    await page.clock.advance(99)
    expect(goOn).not.toHaveBeenCalled()
    await page.clock.advance(1)
    expect(goOn).toHaveBeenCalledOnce()
  })

  it('says once that something went wrong, rethrows the error, and keeps what was typed', async () => {
    const { page } = await openModal()
    page.auth.fail()
    const rejected = vi.fn<(reason: unknown) => void>()
    process.once('unhandledRejection', rejected)
    await give(ada.password)
    await screen.findByText('Oops... something went wrong.')
    await waitFor(() => expect(rejected).toHaveBeenCalledOnce())
    expect(screen.getByLabelText<HTMLInputElement>('Your current password').value).toBe(
      ada.password,
    )
    expect(page.notices.all).toEqual([])
  })

  it('sends a user with a second factor to sign-in, with the page to return to', async () => {
    const { page, goOn } = await openModal(async ({ secondFactor, auth }) => {
      await secondFactor.sendCode('+442079460958')
      await secondFactor.enrol(auth.textMessages[0]?.code ?? '')
    })
    window.history.replaceState(null, '', '/account?part=email')
    await give(ada.password)
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }))
    expect(gatsby.navigate).toHaveBeenCalledWith('/sign-in?returnTo=%2Faccount%3Fpart%3Demail', {
      state: { email: ada.email, notice: 'sign-in-again' },
    })
    expect(page.reauthenticate.isOpen).toBe(false)
    await page.clock.advance(100)
    expect(goOn).not.toHaveBeenCalled()
  })
})
