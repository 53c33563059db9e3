import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { takeEarlySubmit } from '../../app/early-submit.ts'

/** Inputs that were chosen or typed into, with what they held. */
type Early = readonly (readonly [input: HTMLInputElement, value: string])[]

const given = (): Early =>
  [...document.querySelectorAll<HTMLInputElement>('main form input')]
    .filter(({ type, checked, value }) => (type === 'text' ? value : checked))
    .map((input) => [input, input.value])

const doAgain = async (early: Early, isSubmitted: boolean) => {
  for (const [input, value] of early) {
    if (input.type === 'text') {
      // As typing does, and other than `value =`, this is a change that React hears of.
      input.setRangeText(value, 0, input.value.length)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    } else {
      // Where it is still on, a click would be none.
      input.checked = false
      input.click()
    }
    // The next one comes upon what this one made of the answer.
    await new Promise((resolve) => setTimeout(resolve))
  }
  if (isSubmitted) document.querySelector<HTMLFormElement>('main form')?.requestSubmit()
}

/**
 * What was chosen or typed in a question as it was served, before the page was alive, stands in the document alone. It is given again
 * once it can be kept, and Next pressed again where it was: all this if the visitor, whose place is known by then, is asked that question.
 */
export const useEarlyAnswer = (questionId: string, isOwn: boolean): void => {
  const [served] = useState({ questionId, isOwn })
  const isSame = questionId === served.questionId
  const answered = useRef<Early>([])
  useLayoutEffect(() => {
    if (!served.isOwn) answered.current = given()
  }, [served])
  useEffect(() => {
    if (!isOwn) return
    const early = answered.current
    const isSubmitted = takeEarlySubmit()
    answered.current = []
    if (isSame) void doAgain(early, isSubmitted)
  }, [isOwn, isSame])
}
