import { useDeferredValue } from 'react'
import { useHydrated } from '../components/use-hydrated.ts'
import { useStartedApp } from '../stores/app-loader.tsx'

/**
 * Whether a screen that needs the stores can be rendered: the application runs, and React has
 * hydrated the server's markup. If that happens after the first render, the update is deferred, so
 * that React renders the screen in short tasks.
 */
export const useReadyApp = (): boolean => {
  const isHydrated = useHydrated()
  const { kind } = useStartedApp()
  return useDeferredValue(isHydrated && kind === 'running')
}
