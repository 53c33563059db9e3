import { useEffect, useRef } from 'react'
import { useStore } from '../../stores/app-loader.tsx'
import { PlanChangeStore } from '../../stores/plan-change-store.ts'
import { WithdrawalStore } from '../../stores/withdrawal-store.ts'
import { focusPart } from './account-section.tsx'

/** The id of the button that opens the form for another plan, or undoes a pending change. */
export const CHANGE_PLAN = 'change-plan'
/** The id of the link that opens the withdrawal form. */
export const MONEY_BACK = 'money-back'
/** The id of the button that cancels the plan or resumes it. */
export const CANCEL_OR_RESUME = 'cancel-or-resume'

/** Whether the focus is in the plan's section, or lost because the focused element was removed. */
const isFocusHere = () => {
  const { activeElement, body } = document
  const section = document.getElementById('plan')?.closest('section')
  return activeElement === null || activeElement === body || section?.contains(activeElement)
}

/**
 * When a form or dialog of the plan closes, moves focus to the button that opened it, or to the
 * heading if something was done.
 */
export const useFocusAfter = (isOpen: boolean, opener: string) => {
  const planChange = useStore(PlanChangeStore)
  const withdrawal = useStore(WithdrawalStore)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusHere()) {
      const isDone =
        planChange.success !== null || withdrawal.success !== null || withdrawal.refusal !== null
      const element = document.getElementById(opener)
      if (element && !isDone) element.focus()
      else focusPart('plan')
    }
    wasOpen.current = isOpen
  }, [isOpen, opener, planChange, withdrawal])
}
