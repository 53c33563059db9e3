// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
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

it('close again when the code of the form does not arrive, and offer to open it', async () => {
  const page = await aPageLoad()
  showScreen(page, <MailButtons kinds={['finish_later']} />)
  const button = screen.getByRole('button', { name: 'Finish later' })
  await userEvent.click(button)
  await waitFor(() => expect(page.notices.all).toHaveLength(1))
  expect(page.notices.all[0]?.text).toBe(messages.somethingWentWrong)
  expect(button.getAttribute('aria-expanded')).toBe('false')

  code.arrives = true
  act(() => page.notices.all[0]?.retry?.())
  expect(await screen.findByRole('textbox', { name: 'Your email' })).toBe(document.activeElement)
  expect(page.notices.all).toEqual([])
})
