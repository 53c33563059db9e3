// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { useCheckedForm } from '#web/screens/forms/use-checked-form.ts'

type Email = { email: string }
type Credentials = { email: string; password: string; consent: boolean }
const rules = async () => (await import('#web/screens/forms/form-resolvers.ts')).emailResolver

const EmailForm = ({ load, done }: { load: typeof rules; done: (values: Email) => void }) => {
  const { register, handleSubmit, formState } = useCheckedForm(load, { email: '' })
  const submit = handleSubmit(done)
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <input aria-label="Email" {...register('email')} />
      {formState.errors.email?.message && <p role="alert">{formState.errors.email.message}</p>}
      <button type="submit">Send</button>
    </form>
  )
}

const openForm = async (load = rules) => {
  const page = await aPageLoad()
  const done = vi.fn<(values: Email) => void>()
  showScreen(page, <EmailForm load={load} done={(values) => done(values)} />)
  return { page, done }
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

describe('a form whose rules are loaded lazily', () => {
  it('is validated at the first submit, and from then on while the visitor types', async () => {
    const { done } = await openForm()
    await send()
    expect((await screen.findByRole('alert')).textContent).toBe('This field is required.')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await send()
    await waitFor(() => expect(done).toHaveBeenCalledWith({ email: 'ada@example.com' }))
  })

  it('reports rules that cannot be loaded, keeps what was typed, and submits on Retry', async () => {
    let isOffline = true
    const { page, done } = await openForm(() =>
      isOffline ? Promise.reject(new Error('Loading chunk 1 failed.')) : rules(),
    )
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
    await send()
    await waitFor(() => expect(page.notices.all).toHaveLength(1))
    const [notice] = page.notices.all
    expect(notice?.text).toBe('Oops... something went wrong.')
    expect(done).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')

    isOffline = false
    notice?.retry?.()
    await waitFor(() => expect(done).toHaveBeenCalledWith({ email: 'ada@example.com' }))
  })
})

describe('a form that a password manager fills in without events', () => {
  const accountRules = async () =>
    (await import('#web/screens/forms/form-resolvers.ts')).createAccountResolver

  const AccountForm = ({ done }: { done: (values: Credentials) => void }) => {
    const { register, handleSubmit } = useCheckedForm(accountRules, {
      email: '',
      password: '',
      consent: false,
    })
    const submit = handleSubmit(done)
    return (
      <form noValidate onSubmit={(event) => void submit(event)}>
        <input aria-label="Email" {...register('email')} />
        <input aria-label="Password" type="password" {...register('password')} />
        <input aria-label="Consent" type="checkbox" {...register('consent')} />
        <button type="submit">Send</button>
      </form>
    )
  }

  it('submits the values of its fields', async () => {
    const page = await aPageLoad()
    const done = vi.fn<(values: Credentials) => void>()
    showScreen(page, <AccountForm done={(values) => done(values)} />)
    screen.getByLabelText<HTMLInputElement>('Email').value = 'ada@example.com'
    screen.getByLabelText<HTMLInputElement>('Password').value = 'Analytical-engine-1843'
    screen.getByLabelText<HTMLInputElement>('Consent').checked = true
    await send()
    await waitFor(() =>
      expect(done).toHaveBeenCalledWith({
        email: 'ada@example.com',
        password: 'Analytical-engine-1843',
        consent: true,
      }),
    )
  })
})
