import { useEffect, useLayoutEffect, useRef } from 'react'
import { takeEarlySubmit, wasOptionPressed } from '../../journey/early-submit.ts'

/**
 * The inputs of a question that were used before hydration: their index among the controls, and
 * their value.
 */
type Used = {
  readonly questionId: string
  readonly inputs: readonly (readonly [place: number, value: string])[]
}

/**
 * The controls that the served form and the one that replaces it share, in order. Back is not one
 * of them.
 */
const controls = () => [
  ...document.querySelectorAll<HTMLInputElement>('main form :is(input, summary, [type=submit])'),
]

const readInputs = (questionId: string): Used => ({
  questionId,
  inputs: controls().flatMap(({ type, checked, value }, place) =>
    (type === 'text' ? value : checked) ? [[place, value]] : [],
  ),
})

/** Restores the inputs in a form that React has mounted again, without an event. */
const fillIn = ({ inputs }: Used) => {
  const all = controls()
  for (const [place, value] of inputs) {
    const input = all[place]
    if (input?.type === 'text') input.setRangeText(value, 0, input.value.length)
    else if (input) input.checked = true
  }
}

const replay = async ({ inputs }: Used, isSubmitted: boolean) => {
  for (const [place, value] of inputs) {
    const input = controls()[place]
    if (input?.type === 'text') {
      // Unlike an assignment to `value`, React notices this change, just as it does typing.
      input.setRangeText(value, 0, input.value.length)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    } else if (input) {
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
 * Passed from the form that unmounts to the one that replaces it in the same commit, with the index
 * of what had the focus.
 */
let handedOver: (Used & { readonly focused: number }) | null = null

const handOver = (used: Used | null) => {
  const focused = controls().findIndex((element) => element === document.activeElement)
  handedOver = used && { ...used, focused }
  queueMicrotask(() => {
    handedOver = null
  })
}

/**
 * Replays what the visitor did before their own answers were known, which may be some time after
 * hydration. Until then, events are kept from React, which would reset the inputs, so what was
 * entered is only in the DOM. It is then entered again, if the question is still the same. A press
 * on Next, and the move to the next question after a tap on an option, are repeated, too. Focus
 * stays where it was when another form replaces the served one.
 */
export const useReplayedInput = (questionId: string, isOwn: boolean): void => {
  const used = useRef<Used | null>(null)
  const isSettled = useRef(false)
  useLayoutEffect(() => {
    if (handedOver) used.current = handedOver
    if (handedOver?.questionId === questionId)
      controls()[handedOver.focused]?.focus({ preventScroll: true })
    if (isOwn) isSettled.current = true
    if (isSettled.current) return undefined
    const listening = new AbortController()
    const note = () => {
      used.current = readInputs(questionId)
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
    if (handedOver?.questionId === questionId) fillIn(handedOver)
    else note()
    return () => {
      listening.abort()
      handOver(used.current)
    }
  }, [isOwn, questionId])
  useEffect(() => {
    if (!isOwn || used.current === null) return
    const early = used.current
    used.current = null
    const isSubmitted = takeEarlySubmit() || (early.inputs.length > 0 && wasOptionPressed())
    if (early.questionId === questionId) void replay(early, isSubmitted)
  }, [isOwn, questionId])
}
