import { useState } from 'react'
import { isCancellable } from '#core/model/plan-state.ts'
import { isOutdated } from '#core/model/subscription.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { ServerClock } from '../../stores/server-clock.ts'
import { SubscriptionStore } from '../../stores/subscription-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { CANCEL_OR_RESUME, CHANGE_PLAN, useFocusAfter } from './use-focus-after.ts'

/**
 * Cancelling the plan after a question, resuming it, and undoing a pending change of plan.
 * `onStart` is called when one of them begins.
 */
export const useSubscriptionActions = (isUncharged: boolean, onStart: () => void) => {
  const serverClock = useStore(ServerClock)
  const store = useStore(SubscriptionStore)
  const yourAccount = useStore(YourAccountStore)
  const [isAsking, setIsAsking] = useState(false)
  const [isCatchingUp, setIsCatchingUp] = useState(false)
  const isKeeping = store.busyWith === 'keep'
  const isChanging = isCatchingUp || (store.isBusy && !isKeeping)

  useFocusAfter(isAsking || isChanging, CANCEL_OR_RESUME)
  useFocusAfter(isKeeping, CHANGE_PLAN)

  const askToCancel = async () => {
    const known = store.subscription
    // On a page that has been open for a while, the period may have been charged by now.
    if (isUncharged || (known && isOutdated(known, serverClock.now()))) {
      setIsCatchingUp(true)
      await yourAccount.catchUp()
      setIsCatchingUp(false)
    }
    if (store.subscription && isCancellable(store.subscription)) setIsAsking(true)
  }
  const start = (action: () => Promise<void>) => () => {
    onStart()
    void action()
  }
  return {
    /** Whether the dialog that asks before cancelling is open. */
    isAsking,
    stopAsking: () => setIsAsking(false),
    isKeeping,
    /** Whether the button that cancels or resumes is busy. */
    isBusy: isChanging && !isAsking,
    keep: start(store.keep),
    resume: start(store.resume),
    askToCancel: start(askToCancel),
  }
}

export type SubscriptionActions = ReturnType<typeof useSubscriptionActions>
