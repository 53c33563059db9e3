import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { takeSubmitted } from '../../app/device-marks.tsx'

const doAgain = async (chosen: readonly HTMLInputElement[], isSubmitted: boolean) => {
  for (const input of chosen) {
    // Where it is still on, a click would be none.
    input.checked = false
    input.click()
    // The next one comes upon what this one made of the answer.
    await new Promise((resolve) => setTimeout(resolve))
  }
  if (isSubmitted) document.querySelector<HTMLFormElement>('main form')?.requestSubmit()
}

/**
 * What was chosen in a question as it was served, before the page was alive, stands in the document alone. It is chosen again once it
 * can be kept, and Next pressed again where it was: all this if the visitor, whose place is known by then, is asked that question.
 */
export const useEarlyAnswer = (questionId: string, isOwn: boolean): void => {
  const [served] = useState({ questionId, isOwn })
  const isSame = questionId === served.questionId
  const chosen = useRef<readonly HTMLInputElement[]>([])
  useLayoutEffect(() => {
    if (!served.isOwn) chosen.current = [...document.querySelectorAll<HTMLInputElement>('main form :checked')]
  }, [served])
  useEffect(() => {
    if (!isOwn) return
    const early = chosen.current
    const isSubmitted = takeSubmitted()
    chosen.current = []
    if (isSame) void doAgain(early, isSubmitted)
  }, [isOwn, isSame])
}
