import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { PlainNotices } from './plain-notices.tsx'
import { useAppLoader, useAppState } from '../stores/app-loader.tsx'
import { useIdle } from '../components/use-idle.ts'

const RunningOverlays = lazy<ComponentType<{ path: string }>>(() =>
  import('./overlays/running-overlays.tsx').then(
    ({ RunningOverlays }) => ({ default: RunningOverlays }),
    () => ({ default: PlainNotices }),
  ),
)

/**
 * Toasts and modals on every page, once the application runs and the browser has been idle. Earlier
 * notices wait for them. If they throw, the page is not affected.
 */
export const Overlays = ({ path }: { path: string }) => {
  const loader = useAppLoader()
  const state = useAppState()
  const isIdle = useIdle()
  if (state.kind !== 'running' || !isIdle) return null
  return (
    <ErrorBoundary onError={(error) => loader.whenRunning(({ app }) => app.reportError(error))}>
      <Suspense fallback={null}>
        <RunningOverlays path={path} />
      </Suspense>
    </ErrorBoundary>
  )
}
