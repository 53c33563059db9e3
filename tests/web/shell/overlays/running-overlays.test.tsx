// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { RunningOverlays } from '#web/shell/overlays/running-overlays.tsx'

vi.mock('gatsby', () => ({ Link: () => null, navigate: () => {} }))
vi.mock('#web/shell/overlays/toasts.tsx', () => {
  throw new Error('Loading chunk toasts failed.')
})
vi.mock('#web/shell/overlays/reauthenticate-modal.tsx', () => {
  throw new Error('Loading chunk modal failed.')
})

let page: PageLoad

beforeEach(async () => {
  page = await aPageLoad()
  showScreen(page, <RunningOverlays path="/" />)
})

describe('overlays whose code cannot be loaded', () => {
  it('still show notices, whose actions can be retried', async () => {
    const retry = vi.fn<() => void>()
    act(() => page.notices.somethingWentWrong('order', retry))
    await screen.findByText('Oops... something went wrong.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('close a modal that cannot be shown, with a notice each time', async () => {
    for (const _ of [1, 2]) {
      act(() => page.reauthenticate.ask(() => {}))
      await screen.findByRole('button', { name: 'Try again' })
      expect(page.reauthenticate.isOpen).toBe(false)
      act(() => page.notices.startOver('reauthenticate'))
    }
  })
})
