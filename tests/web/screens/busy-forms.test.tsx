// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { hold } from '#tests/web/support/hold.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { DetailsScreen } from '#web/screens/details/details-screen.tsx'
import { DeleteSection } from '#web/screens/your-account/delete-section.tsx'
import { EmailSection } from '#web/screens/your-account/email-section.tsx'
import { PasswordSection } from '#web/screens/your-account/password-section.tsx'
import { ProfileSection } from '#web/screens/your-account/profile-section.tsx'

vi.mock('gatsby', () => ({
  navigate: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

const enterDetails = async () => {
  await type('First name', 'Ada')
  await type('Last name', 'Lovelace')
  await type('Year of birth', '1990')
}

const confirmPassword = async ({ reauthenticate, clock }: PageLoad) => {
  await waitFor(() => expect(reauthenticate.isOpen).toBe(true))
  await act(() => reauthenticate.confirm(ada.password))
  // The modal closes first.
  await act(() => clock.advance(1000))
}

/** Each form: its screen, the request, how to send it, and the button that closes the form. */
const forms = {
  delete: {
    shown: <DeleteSection />,
    holdIn: ({ adminApi }: PageLoad) => hold(adminApi, 'deleteAccount', 'request'),
    send: async (page: PageLoad) => {
      await press('Delete my account')
      await userEvent.click(await screen.findByRole('checkbox'))
      await press('Delete for good')
      await confirmPassword(page)
    },
    busy: 'Deleting',
    closer: 'Keep my account',
  },
  password: {
    shown: <PasswordSection />,
    holdIn: ({ auth }: PageLoad) => hold(auth, 'changePassword', 'request'),
    send: async (page: PageLoad) => {
      await press('Change password')
      await type('New password', 'Steady-Keel-2')
      await press('Change password')
      await confirmPassword(page)
    },
    busy: 'Changing',
    closer: 'Keep my password',
  },
  details: {
    shown: <ProfileSection />,
    holdIn: ({ adminApi }: PageLoad) => hold(adminApi, 'updateProfile', 'request'),
    send: async () => {
      await press('Edit your details')
      await enterDetails()
      await press('Save')
    },
    busy: 'Saving',
    closer: 'Discard changes',
  },
  email: {
    shown: <EmailSection />,
    holdIn: ({ auth }: PageLoad) => hold(auth, 'changeEmail', 'request'),
    send: async () => {
      await press('Change email')
      await type('New email', 'new@example.com')
      await press('Send the link')
    },
    busy: 'Sending',
    closer: 'Keep my email',
  },
  journey: {
    shown: <DetailsScreen journey="sign-up" />,
    holdIn: ({ adminApi }: PageLoad) => hold(adminApi, 'updateProfile', 'request'),
    send: async () => {
      await enterDetails()
      await press('Continue')
    },
    busy: 'Saving',
  },
}

const Page = ({ form }: { form: keyof typeof forms }) => {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsHere(!isHere)}>
        {isHere ? 'Leave' : 'Come back'}
      </button>
      <main>{isHere && forms[form].shown}</main>
    </>
  )
}

/** Submits a form, and holds back its request. */
const send = async (name: keyof typeof forms) => {
  const ports = inMemory()
  await signUpAda(ports)
  const page = await aPageLoad(ports)
  showScreen(page, <Page form={name} />)
  const letGo = forms[name].holdIn(page)
  await forms[name].send(page)
  await screen.findByRole('button', { name: forms[name].busy })
  const fail = async () => {
    page.adminApi.fail()
    page.auth.fail()
    letGo()
    await waitFor(() => expect(page.notices.all).toHaveLength(1))
  }
  return { page, fail, letGo }
}

describe('a form whose request is in progress', () => {
  it.each(['delete', 'password', 'details', 'email'] as const)(
    'cannot be closed before the response: %s',
    async (name) => {
      const { fail } = await send(name)
      const closer = screen.getByRole('button', { name: forms[name].closer })
      expect(closer.getAttribute('aria-disabled')).toBe('true')
      await userEvent.click(closer)
      expect(closer.isConnected).toBe(true)
      await fail()
      await userEvent.click(closer)
      await waitFor(() => expect(closer.isConnected).toBe(false))
    },
  )
})

describe('the form for personal details', () => {
  it.each([
    ['journey', 'Continue', 'King'],
    ['details', 'Save', undefined],
  ] as const)(
    'keeps a change made during the request, and saves it with the next one: %s',
    async (...given) => {
      const [name, button, draft] = given
      const { page, letGo } = await send(name)
      await type('Last name', 'King')
      letGo()
      await screen.findByRole('button', { name: button })
      expect(page.global.profile?.lastName).toBe('Lovelace')
      expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('King')
      expect(page.notices.all).toEqual([])
      expect(page.global.draft('personal-details').lastName).toBe(draft)
      await press(button)
      await waitFor(() => expect(page.global.profile?.lastName).toBe('King'))
      expect(page.global.draft('personal-details')).toEqual({})
    },
  )
})

describe('the notice about a form’s failed request', () => {
  const names = ['delete', 'password', 'details', 'email', 'journey'] as const

  it.each(names)(
    'offers Retry while the form is mounted, and disappears with the form: %s',
    async (name) => {
      const { page, fail } = await send(name)
      await fail()
      expect(page.notices.all[0]?.retry).not.toBeNull()
      await press('Leave')
      expect(page.notices.all).toEqual([])
    },
  )

  it.each(names)(
    'offers no Retry when the form was unmounted before the failure: %s',
    async (name) => {
      const { page, fail } = await send(name)
      await press('Leave')
      await fail()
      expect(page.notices.all[0]?.retry).toBeNull()
    },
  )

  it('offers Retry when the form was opened again before the failure', async () => {
    const { page, fail } = await send('journey')
    await press('Leave')
    await press('Come back')
    await fail()
    expect(page.notices.all[0]?.retry).not.toBeNull()
  })
})
