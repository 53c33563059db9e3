// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { describe, expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { Toasts } from '#web/shell/overlays/toasts.tsx'
import { PlainNotices } from '#web/shell/plain-notices.tsx'

it('two failed actions share one toast, which is removed once both are retried', async () => {
  const page = await aPageLoad()
  const dismiss = vi.spyOn(toast, 'dismiss')
  showScreen(page, <Toasts />)
  act(() => page.notices.somethingWentWrong('order', () => {}))
  act(() => page.notices.somethingWentWrong('loadOffers', () => {}))
  expect(document.querySelectorAll('.Toastify__toast')).toHaveLength(1)
  const [notice] = page.notices.all
  act(() => page.notices.startOver('loadOffers'))
  expect(dismiss).not.toHaveBeenCalled()
  act(() => page.notices.startOver('order'))
  expect(dismiss).toHaveBeenCalledWith(notice?.id)
})

it('a toast closes automatically after a success, but not after an error', async () => {
  const page = await aPageLoad()
  showScreen(page, <Toasts />)
  act(() => page.notices.fail('The email was not sent.'))
  act(() => page.notices.succeed('The email was sent.'))
  const hasTimer = (text: string) =>
    screen
      .getByText(text)
      .closest('.Toastify__toast')
      ?.querySelector('[role=progressbar]')
      ?.classList.contains('Toastify__progress-bar--animated')
  await screen.findByText('The email was sent.')
  expect(hasTimer('The email was sent.')).toBe(true)
  expect(hasTimer('The email was not sent.')).toBe(false)
})

describe.each([
  ['a toast', Toasts, 'close'],
  ['a plain notice', PlainNotices, 'Close'],
] as const)('the focus, once %s is gone', (_, Notices, close) => {
  const open = async (retry: (() => void) | null) => {
    const page = await aPageLoad()
    showScreen(
      page,
      <>
        <main id="content" tabIndex={-1}>
          <button type="button">Save</button>
        </main>
        <Notices />
      </>,
    )
    act(() => page.notices.somethingWentWrong('save', retry))
    await screen.findByText(/something went wrong/)
  }
  const save = () => screen.getByRole('button', { name: 'Save' })

  it('is not lost after Retry', async () => {
    await open(() => {})
    save().focus()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const { activeElement } = document
    expect(activeElement).toBe(Notices === Toasts ? save() : screen.getByRole('main'))
  })

  it('is on the content after Close when nothing had focus before', async () => {
    await open(null)
    await userEvent.click(screen.getByRole('button', { name: close }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})
