import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { routes, signInPath } from '#core/model/routes.ts'
import { isPaymentFailing } from '#core/model/payment-standing.ts'
import { isSpaceReserved } from './reserved-space.ts'
import { PlainNotices } from '../plain-notices.tsx'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { RouteProgress } from '../route-progress.tsx'
import { ReauthenticateStore } from '../../stores/reauthenticate-store.ts'

const Toasts = lazy(() =>
  import('./toasts.tsx').then(
    ({ Toasts }) => ({ default: Toasts }),
    () => ({ default: PlainNotices }),
  ),
)

/** Closes the modal whose code could not be loaded, and says so. */
const MissingModal = observer(() => {
  const { notices } = useStores()
  const { isOpen, cancel } = useStore(ReauthenticateStore)
  useEffect(() => {
    if (!isOpen) return
    cancel()
    notices.somethingWentWrong('reauthenticate', () => window.location.reload())
  }, [cancel, isOpen, notices])
  return null
})

const ReauthenticateModal = lazy<ComponentType>(() =>
  import('./reauthenticate-modal.tsx').then(
    ({ ReauthenticateModal }) => ({ default: ReauthenticateModal }),
    () => ({ default: MissingModal }),
  ),
)

/** If the notice's code cannot be loaded, nothing is shown; the account page says the same. */
const PaymentNotice = lazy<ComponentType<{ path: string }>>(() =>
  import('./payment-notice.tsx').then(
    ({ PaymentNotice }) => ({ default: PaymentNotice }),
    () => ({ default: () => null }),
  ),
)

/**
 * The route progress bar, toasts, the reauthenticate modal and the notice about a failing payment,
 * each loaded when first needed, and the redirect to sign-in when a session ends.
 */
export const RunningOverlays = observer(({ path }: { path: string }) => {
  const { global, notices } = useStores()
  const { isResolvingRoute, isSignInNeeded, modals, profile } = global
  const [hasPaymentNotice, setHasPaymentNotice] = useState(isSpaceReserved)
  if (profile?.subscription && isPaymentFailing(profile.subscription) && !hasPaymentNotice)
    setHasPaymentNotice(true)
  const [hasToasts, setHasToasts] = useState(false)
  const [hasModal, setHasModal] = useState(false)
  if (notices.all.length > 0 && !hasToasts) setHasToasts(true)
  if (modals.reauthenticate.isOpen && !hasModal) setHasModal(true)

  useEffect(() => {
    const { pathname, search } = window.location
    const page = pathname.replace(/\/$/, '')
    // The account page handles its own redirect, also when the visitor comes back to it.
    if (!isSignInNeeded || page === routes.signIn || page === routes.account) return
    void navigate(signInPath(pathname + search))
  }, [isSignInNeeded])

  useEffect(() => notices.turnPage(), [notices, path])

  return (
    <>
      <Suspense fallback={null}>{hasPaymentNotice && <PaymentNotice path={path} />}</Suspense>
      <RouteProgress isResolving={isResolvingRoute} />
      <Suspense fallback={null}>{hasToasts && <Toasts />}</Suspense>
      <Suspense fallback={null}>{hasModal && <ReauthenticateModal />}</Suspense>
    </>
  )
})
