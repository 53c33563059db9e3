// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { passwordRules } from '#core/model/password-rules.ts'
import { PasswordField } from '#web/components/password-field.tsx'

afterEach(cleanup)

const rules = [
  { label: '1 digit', met: true },
  { label: '8 characters', met: false },
]

describe('a password field', () => {
  it('offers to show the password only once something is typed', async () => {
    render(<PasswordField />)
    expect(screen.queryByRole('button')).toBeNull()
    await userEvent.type(screen.getByLabelText('Password'), 'x')
    expect(screen.getByRole('button', { name: 'Show password' })).toBeTruthy()
  })

  it('shows the password, hides it again, and keeps the focus in the field', async () => {
    render(<PasswordField defaultValue="Secret7" />)
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.type).toBe('text')
    expect(document.activeElement).toBe(field)
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field.type).toBe('password')
    expect(field.value).toBe('Secret7')
  })

  it('hides the password again after the field has been emptied', async () => {
    render(<PasswordField defaultValue="old" />)
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    await userEvent.clear(field)
    await userEvent.type(field, 'new')
    expect(field.type).toBe('password')
  })

  it('submits its value when it is uncontrolled and registered with a form', async () => {
    const submitted = vi.fn<(values: { password: string }) => void>()
    const Form = () => {
      const { register, handleSubmit } = useForm<{ password: string }>()
      return (
        <form onSubmit={handleSubmit((values) => submitted(values))}>
          <PasswordField {...register('password')} />
          <button type="submit">Go</button>
        </form>
      )
    }
    render(<Form />)
    await userEvent.type(screen.getByLabelText('Password'), 'Secret77')
    await userEvent.click(screen.getByRole('button', { name: 'Go' }))
    expect(submitted).toHaveBeenCalledExactlyOnceWith({ password: 'Secret77' })
  })

  it('lists the rules under “Password must have:” and says which are met', () => {
    render(<PasswordField rules={rules} />)
    expect(screen.getByText('Password must have:')).toBeTruthy()
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1 digit, met',
      '8 characters, not met yet',
    ])
  })

  it('ticks the rules off while the visitor types, without an error before the form is submitted', async () => {
    const Form = () => {
      const [password, setPassword] = useState('')
      return (
        <PasswordField
          rules={passwordRules.map(({ label, met }) => ({ label, met: met(password) }))}
          onChange={(event) => setPassword(event.target.value)}
        />
      )
    }
    render(<Form />)
    const states = () => screen.getAllByRole('listitem').map((item) => item.dataset.state)
    expect(states()).toEqual(['open', 'open', 'open', 'open'])
    await userEvent.type(screen.getByLabelText('Password'), 'Ab1')
    expect(states()).toEqual(['met', 'met', 'met', 'open'])
    await userEvent.type(screen.getByLabelText('Password'), 'cdefg')
    expect(states()).toEqual(['met', 'met', 'met', 'met'])
    await userEvent.clear(screen.getByLabelText('Password'))
    expect(states()).toEqual(['open', 'open', 'open', 'open'])
  })

  it('marks unmet rules as errors after a failed submit', () => {
    render(<PasswordField rules={rules} submitFailed />)
    expect(screen.getAllByRole('listitem').map((item) => item.dataset.state)).toEqual([
      'met',
      'unmet',
    ])
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  })

  it('announces what is missing after a failed submit, unless there is another error', () => {
    const { rerender } = render(<PasswordField rules={rules} />)
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(<PasswordField rules={rules} submitFailed />)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Your password still needs 8 characters.')
    const described = screen.getByLabelText('Password').getAttribute('aria-describedby')
    expect(described?.split(' ')).toContain(alert.id)
    rerender(<PasswordField rules={rules} submitFailed error="This field is required." />)
    expect(screen.getByRole('alert').textContent).toBe('This field is required.')
  })

  it('ties its error to the field', () => {
    render(<PasswordField error="Uh oh, wrong password." />)
    const described = screen.getByLabelText('Password').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Uh oh, wrong password.')
  })
})
