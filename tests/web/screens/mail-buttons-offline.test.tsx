// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '#core/model/messages.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { MailButtons } from '#web/screens/mailing/mail-buttons.tsx'

const code = vi.hoisted(() => ({ arrives: false }))

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))
vi.mock(
  '#web/screens/mailing/mailing-form.tsx',
  async (original: () => Promise<typeof import('#web/screens/mailing/mailing-form.tsx')>) => {
    const { MailingForm } = await original()
    return {
      get MailingForm() {
        if (!code.arrives) throw new Error('The code did not arrive.')
        return MailingForm
      },
    }
  },
)

const open = async () => {
  const page = await aPageLoad()
  showScreen(page, <MailButtons kinds={['finish_later', 'money_belief']} />)
  return page
}

const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  code.arrives = false
})

describe('the buttons for mails, until the form’s code has loaded', () => {
  it('open no form when it cannot be loaded, and a notice offers to retry', async () => {
    const { notices } = await open()
    await userEvent.click(button('Finish later'))
    await waitFor(() => expect(notices.all).toHaveLength(1))
    expect(notices.all[0]?.text).toBe(messages.somethingWentWrong)
    expect(button('Finish later').getAttribute('aria-expanded')).toBe('false')
    expect(button('Finish later').getAttribute('aria-disabled')).toBeNull()

    code.arrives = true
    act(() => notices.all[0]?.retry?.())
    expect(await screen.findByRole('textbox', { name: 'Your email' })).toBe(document.activeElement)
    expect(notices.all).toEqual([])
  })

  it('open the form that was requested last', async () => {
    await open()
    code.arrives = true
    act(() => {
      button('Finish later').click()
      button('Email me my result').click()
    })
    await screen.findByRole('textbox', { name: 'Your email' })
    expect(button('Finish later').getAttribute('aria-expanded')).toBe('false')
    expect(button('Email me my result').getAttribute('aria-expanded')).toBe('true')
  })

  it('leave no Retry behind on another page', async () => {
    const { notices } = await open()
    await userEvent.click(button('Finish later'))
    await waitFor(() => expect(notices.all).toHaveLength(1))
    act(cleanup)
    expect(notices.all.flatMap(({ retry }) => retry ?? [])).toEqual([])
  })
})
