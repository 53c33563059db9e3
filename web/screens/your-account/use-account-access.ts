import { navigate } from 'gatsby'
import { useEffect } from 'react'
import { accountFormPath } from '#core/model/account-address.ts'
import type { AccountForm } from '#core/model/account-address.ts'
import { routes, signInPath } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { LeaveStore } from '../../stores/leave-store.ts'

/**
 * Whether the account can be shown. `waiting`: redirecting; `unknown`: the identity provider could
 * not say who this is. After signing in, the visitor comes back to the form that the address asks
 * for. Needs `observer`.
 */
export const useAccountAccess = (
  form: AccountForm | null,
): 'open' | 'waiting' | 'unknown' | 'deleted' => {
  const { global } = useStores()
  const leave = useStore(LeaveStore)
  const { currentUser, initFailure } = global
  const { farewell, isLeaving } = leave
  const isUnknown = currentUser === null && initFailure === 'identity-unavailable'
  const isStranger = currentUser === null && !isUnknown && farewell === null && isLeaving === null

  useEffect(() => {
    if (!isStranger) return
    void navigate(signInPath(form ? accountFormPath(form) : routes.account), { replace: true })
  }, [form, isStranger])

  useEffect(() => {
    if (farewell === 'signed-out') void navigate(routes.home)
  }, [farewell])

  useEffect(() => () => leave.forgetFarewell(), [leave])

  if (farewell === 'deleted') return 'deleted'
  if (currentUser) return 'open'
  return isUnknown ? 'unknown' : 'waiting'
}
