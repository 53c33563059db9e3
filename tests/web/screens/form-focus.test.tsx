// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { VerifyEmailScreen } from '#web/screens/account/verify-email-screen.tsx'
import { EmailSection } from '#web/screens/your-account/email-section.tsx'
import { PasswordSection } from '#web/screens/your-account/password-section.tsx'
import { ProfileSection } from '#web/screens/your-account/profile-section.tsx'
import { SecondFactorSection } from '#web/screens/your-account/second-factor-section.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

let page: PageLoad

const screens = {
  verify: <VerifyEmailScreen journey="sign-up" />,
  email: <EmailSection />,
  details: <ProfileSection />,
  password: <PasswordSection />,
  phone: <SecondFactorSection />,
}

const open = async (name: keyof typeof screens) => {
  const ports = inMemory()
  await signUpAda(ports, { verified: name !== 'verify' })
  page = await aPageLoad(ports)
  showScreen(page, <main>{screens[name]}</main>)
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const isGone = (label: string) => waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
const focused = () => document.activeElement?.textContent

describe('a form that opens in place', () => {
  it.each([
    ['verify', 'Change email', 'New email', 'Keep my email', 'Change email'],
    ['email', 'Change email', 'New email', 'Keep my email', 'Email'],
    ['details', 'Edit your details', 'First name', 'Discard changes', 'Your details'],
    ['password', 'Change password', 'New password', 'Keep my password', 'Password'],
    ['phone', 'Add a phone', 'Phone', 'Not now', 'Sign-in code'],
  ] as const)(
    'moves the focus to its opener or section when it closes: %s',
    async (name, opener, field, closer, place) => {
      await open(name)
      await press(opener)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(field)))
      await press(closer)
      await isGone(field)
      expect(focused()).toBe(place)
    },
  )

  it('returns the focus to its opener after another email is submitted with Enter', async () => {
    await open('verify')
    await press('Change email')
    await type('New email', 'other@example.com{Enter}')
    await isGone('New email')
    expect(focused()).toBe('Change email')
  })

  it('returns the focus to the phone number, filled in, when the visitor changes it', async () => {
    await open('phone')
    await press('Add a phone')
    await type('Phone', '+44 20 7946 0985{Enter}')
    await press('Change number')
    const field = screen.getByLabelText<HTMLInputElement>('Phone')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.value).toBe('+44 20 7946 0985')
    await type('Phone', '+44 20 7946 0958{Enter}')
    expect(await screen.findByText(/\+44 20 7946 0958/)).toBeTruthy()
  })

  it('is empty when it opens again after a number was discarded with “Not now”', async () => {
    await open('phone')
    await press('Add a phone')
    await type('Phone', '+44 20 7946 0985{Enter}')
    await press('Change number')
    await press('Not now')
    await press('Add a phone')
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('')
  })

  it('moves the focus to its section once a phone is added', async () => {
    await open('phone')
    await press('Add a phone')
    await type('Phone', '+44 20 7946 0958{Enter}')
    await screen.findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
    await type('Code', `${page.auth.textMessages.at(-1)?.code ?? ''}{Enter}`)
    await screen.findByText('Remove this phone')
    await isGone('Phone')
    expect(focused()).toBe('Sign-in code')
  })
})

describe('the form for another email', () => {
  it('starts with the current address, and sends no request for an unchanged address', async () => {
    await open('verify')
    await press('Change email')
    const field = await screen.findByLabelText<HTMLInputElement>('New email')
    expect(field.value).toBe('ada@example.com')
    await userEvent.type(field, '{Enter}')
    await screen.findByText(/This is the email you have now/)
    expect(page.auth.mails).toHaveLength(1)
  })
})
