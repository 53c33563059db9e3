// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { accountMessages } from '#core/model/account-messages.ts'
import { messages } from '#core/model/messages.ts'
import { aBeliefResult } from '#tests/support/a-visitor.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { MailButtons } from '#web/screens/mailing/mail-buttons.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

let page: PageLoad

const open = async () => {
  page = await aPageLoad()
  const moneyBelief = { answers: {}, diagnosis: aBeliefResult }
  page.global.changeSignUpData({ moneyBelief, billingEmail: 'billing@example.com' })
  return showScreen(page, <MailButtons kinds={['finish_later', 'money_belief']} />)
}

const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.findByRole('textbox', { name: 'Your email' })

describe('the buttons for mails', () => {
  it('open a form filled in with the billing email, and take the focus back when it closes', async () => {
    await open()
    expect(button('Finish later').getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(button('Finish later'))
    expect(await field()).toBe(document.activeElement)
    expect(button('Finish later').getAttribute('aria-expanded')).toBe('true')
    expect(await field()).toHaveProperty('value', 'billing@example.com')
    await userEvent.click(button('Not now'))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(button('Finish later'))
  })

  it('open one form at a time', async () => {
    await open()
    await userEvent.click(button('Finish later'))
    await field()
    await userEvent.click(button('Email me my result'))
    expect(button('Finish later').getAttribute('aria-expanded')).toBe('false')
    expect(await screen.findByRole('button', { name: 'Send' })).toBeDefined()
  })

  it('say that the mail is on its way, and to whom, and focus the message', async () => {
    await open()
    await userEvent.click(button('Finish later'))
    await userEvent.clear(await field())
    await userEvent.type(await field(), 'ada@example.com{Enter}')
    const status = await screen.findByRole('status')
    expect(status.textContent).toContain('It’s on its way')
    expect(status.textContent).toContain('ada@example.com')
    expect(document.activeElement).toBe(status)
    expect(page.adminApi.mailings).toMatchObject([{ to: 'ada@example.com' }])
  })

  it('say at the field what is wrong with an address', async () => {
    await open()
    await userEvent.click(button('Finish later'))
    await userEvent.clear(await field())
    await userEvent.click(button('Email me the link'))
    expect((await screen.findByRole('alert')).textContent).toBe(messages.required)
    expect((await field()).getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(await field(), 'nobody')
    await userEvent.click(button('Email me the link'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(accountMessages.email))
  })

  it('say when to try again, and that a result of changed questions cannot be mailed', async () => {
    await open()
    page.adminApi.throttle()
    await userEvent.click(button('Email me my result'))
    await field()
    await userEvent.click(button('Send'))
    expect((await screen.findByRole('alert')).textContent).toContain('try again in 30 seconds')
    expect((await field()).getAttribute('aria-invalid')).toBe('false')
    page.adminApi.restore()
    await userEvent.click(button('Send'))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('The questions have changed'),
    )
  })
})
