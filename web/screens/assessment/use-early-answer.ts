import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { takeSubmitted } from '../../app/device-marks.tsx'

/**
 * What was chosen in a question as it was served, before the page was alive, stands in the document alone. It is chosen again once it
 * can be kept, and Next pressed again where it was: all this if the visitor, whose place is known by then, is asked that question.
 */
export const useEarlyAnswer = (questionId: string, isOwn: boolean): void => {
  const [servedId] = useState(questionId)
  const isSame = questionId === servedId
  const chosen = useRef<HTMLInputElement[]>([])
  useLayoutEffect(() => {
    chosen.current = [...document.querySelectorAll<HTMLInputElement>('main form :checked')]
  }, [])
  useEffect(() => {
    if (!isOwn) return
    const early = chosen.current.splice(0)
    const isSubmitted = takeSubmitted()
    if (!isSame) return
    for (const input of early) if (!input.checked) input.click()
    // Once the choice is rendered.
    if (isSubmitted) setTimeout(() => document.querySelector<HTMLFormElement>('main form')?.requestSubmit())
  }, [isOwn, isSame])
}
