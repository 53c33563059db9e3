import { useEffect, useRef } from 'react'
import { focusNewHeading } from '../../journey/focus-heading.ts'

/**
 * Moves focus to the heading when a result replaces a question, or the other way round. They have
 * separate frames, which cannot notice that. `shown` is null until the visitor's state is known; on
 * page load the focus is left alone.
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
