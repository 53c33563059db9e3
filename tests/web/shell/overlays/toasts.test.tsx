// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { stopPersisting } from 'mobx-persist-store'
import { toast } from 'react-toastify/unstyled'
import { afterEach, expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { createRunningAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import { Toasts } from '#web/shell/overlays/toasts.tsx'

let page: PageLoad

afterEach(() => {
  cleanup()
  stopPersisting(page.global)
})

it('shows one toast for a notice and removes it when its action is retried', async () => {
  page = await aPageLoad()
  const dismiss = vi.spyOn(toast, 'dismiss')
  const views = { CardForm: () => null, prepareCardForm: () => {} }
  render(
    <AppLoaderProvider
      loader={createRunningAppLoader({
        app: page.app,
        stores: page,
        recordStepView: () => {},
        views,
      })}
    >
      <Toasts />
    </AppLoaderProvider>,
  )
  act(() => page.notices.somethingWentWrong('order', () => {}))
  act(() => page.notices.somethingWentWrong('loadOffers', () => {}))
  expect(document.querySelectorAll('.Toastify__toast')).toHaveLength(1)
  const [notice] = page.notices.all
  act(() => page.notices.startOver('loadOffers'))
  expect(dismiss).not.toHaveBeenCalled()
  act(() => page.notices.startOver('order'))
  expect(dismiss).toHaveBeenCalledWith(notice?.id)
})
