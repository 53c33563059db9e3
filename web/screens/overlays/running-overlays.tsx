import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useState } from 'react'
import { routes, signInPath } from '#core/model/routes.ts'
import { useStores } from '../../app/session.tsx'
import { RouteProgress } from '../../components/route-progress.tsx'

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))
const ReauthenticateModal = lazy(async () => ({ default: (await import('./reauthenticate-modal.tsx')).ReauthenticateModal }))

/** The bar of a page on its way, toasts and the reauthenticate modal, each loaded when first needed, and the way to sign-in when a session ends. */
export const RunningOverlays = observer(() => {
  const { global, notices } = useStores()
  const { isResolvingRoute, isSignInNeeded, modals } = global
  const [hasToasts, setHasToasts] = useState(false)
  const [hasModal, setHasModal] = useState(false)
  if (notices.all.length > 0 && !hasToasts) setHasToasts(true)
  if (modals.reauthenticate.isOpen && !hasModal) setHasModal(true)

  useEffect(() => {
    if (!isSignInNeeded || window.location.pathname === routes.signIn) return
    const { pathname, search } = window.location
    void navigate(signInPath(pathname + search))
  }, [isSignInNeeded])

  return (
    <>
      <RouteProgress isResolving={isResolvingRoute} />
      <Suspense fallback={null}>{hasToasts && <Toasts />}</Suspense>
      <Suspense fallback={null}>{hasModal && <ReauthenticateModal />}</Suspense>
    </>
  )
})
