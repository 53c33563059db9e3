import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { takeEarlySubmit } from '../../journey/early-submit.ts'

/** Inputs that were used before hydration, with their values. */
type Used = readonly (readonly [input: HTMLInputElement, value: string])[]

const readInputs = (): Used =>
  [...document.querySelectorAll<HTMLInputElement>('main form input')]
    .filter(({ type, checked, value }) => (type === 'text' ? value : checked))
    .map((input) => [input, input.value])

const replay = async (used: Used, isSubmitted: boolean) => {
  for (const [input, value] of used) {
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
 * Replays what the visitor did before hydration. What they chose or typed in the served question stands only in the document: it is
 * entered again once it can be kept, and a press on Next is repeated, if that question is still the one asked.
 */
export const useReplayedInput = (questionId: string, isOwn: boolean): void => {
  const [served] = useState({ questionId, isOwn })
  const isSame = questionId === served.questionId
  const answered = useRef<Used>([])
  useLayoutEffect(() => {
    if (!served.isOwn) answered.current = readInputs()
  }, [served])
  useEffect(() => {
    if (!isOwn) return
    const used = answered.current
    const isSubmitted = takeEarlySubmit()
    answered.current = []
    if (isSame) void replay(used, isSubmitted)
  }, [isOwn, isSame])
}
