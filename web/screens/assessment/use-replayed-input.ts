import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { takeEarlySubmit, wasOptionPressed } from '../../journey/early-submit.ts'

/** Inputs that were used early, with their values. */
type Used = readonly (readonly [input: HTMLInputElement, value: string])[]

const readInputs = (): Used =>
  [...document.querySelectorAll<HTMLInputElement>('main form input')]
    .filter(({ type, checked, value }) => (type === 'text' ? value : checked))
    .map((input) => [input, input.value])

const replay = async (used: Used, isSubmitted: boolean) => {
  for (const [input, value] of used) {
    if (input.type === 'text') {
      // Unlike `value =`, React notices this change, as it does typing.
      input.setRangeText(value, 0, input.value.length)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    } else {
      // A click on a checked input would change nothing.
      input.checked = false
      input.click()
    }
    // Lets React process this answer before the next input.
    await new Promise((resolve) => setTimeout(resolve))
  }
  if (isSubmitted) document.querySelector<HTMLFormElement>('main form')?.requestSubmit()
}

/**
 * Replays what the visitor did before their own answers were known, which may be a while after
 * hydration. Until then their input exists only in the DOM, and React, which would undo it, does
 * not hear of it. It is entered again afterwards, and a press on Next is repeated, if the question
 * is still the same. So is the move to the next question that a tap on an option makes by itself.
 */
export const useReplayedInput = (questionId: string, isOwn: boolean): void => {
  const [served] = useState({ questionId, isOwn })
  const isSame = questionId === served.questionId
  const answered = useRef<Used>([])
  useLayoutEffect(() => {
    if (isOwn || served.isOwn) return undefined
    const listening = new AbortController()
    const note = () => {
      answered.current = readInputs()
    }
    const form = document.querySelector('main form')
    for (const type of ['click', 'input', 'change']) {
      form?.addEventListener(
        type,
        (event) => {
          if (!(event.target instanceof HTMLInputElement)) return
          event.stopPropagation()
          note()
        },
        { signal: listening.signal },
      )
    }
    note()
    return () => listening.abort()
  }, [isOwn, served])
  useEffect(() => {
    if (!isOwn) return
    const used = answered.current
    const isSubmitted = takeEarlySubmit() || (used.length > 0 && wasOptionPressed())
    answered.current = []
    if (isSame) void replay(used, isSubmitted)
  }, [isOwn, isSame])
}
