// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { Toasts } from '#web/shell/overlays/toasts.tsx'

it('shows one toast for a notice and removes it when its action is retried', async () => {
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
