import { cleanup, render } from '@testing-library/react'
import { stopPersisting } from 'mobx-persist-store'
import type { ReactElement } from 'react'
import { onTestFinished } from 'vitest'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { AppLoaderProvider, createRunningAppLoader } from '#web/stores/app-loader.tsx'
import type { CardFormViewProps } from '#web/stores/app-loader.tsx'

/** Renders a screen with the stores of a page load, both until the end of the test. */
export const showScreen = (
  page: PageLoad,
  screen: ReactElement,
  CardForm: (props: CardFormViewProps) => ReactElement | null = () => null,
): void => {
  onTestFinished(() => {
    cleanup()
    stopPersisting(page.global)
  })
  render(
    <AppLoaderProvider
      loader={createRunningAppLoader({
        app: page.app,
        stores: page,
        recordStepView: () => {},
        views: { CardForm, prepareCardForm: () => {} },
      })}
    >
      {screen}
    </AppLoaderProvider>,
  )
}
