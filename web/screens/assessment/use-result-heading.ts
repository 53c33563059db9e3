import { useEffect, useRef } from 'react'
import { focusNewHeading } from '../../journey/focus-heading.ts'

/**
 * Moves focus to the heading when the result takes the place of a question, or a question that of the result: each has a
 * frame of its own, which can not tell. `shown` is null until it is the visitor's own; on the page as it was opened focus
 * stays with the browser.
 */
export const useResultHeading = (shown: 'question' | 'awaited-result' | 'result' | null) => {
  const wasResult = useRef<boolean | null>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (shown === null) return
    const isResult = shown !== 'question'
    if (wasResult.current !== null && wasResult.current !== isResult) hasMoved.current = true
    wasResult.current = isResult
    if (!hasMoved.current) return
    window.scrollTo(0, 0)
    focusNewHeading()
  }, [shown])
}
