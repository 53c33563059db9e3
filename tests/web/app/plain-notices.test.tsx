// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { PlainNotices } from '#web/app/plain-notices.tsx'
import { NoticesStore } from '#web/stores/notices-store.ts'

vi.mock('gatsby', () => ({ Link: () => null }))

afterEach(cleanup)

it('shows a notice without the code of the toasts, and its action can be repeated', async () => {
  const notices = new NoticesStore()
  render(<PlainNotices notices={notices} />)
  const retry = vi.fn<() => void>()
  act(() => notices.somethingWentWrong('order', retry))
  screen.getByText('Oops... something went wrong.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button')).toBeNull()
})
