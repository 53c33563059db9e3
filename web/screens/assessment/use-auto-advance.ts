import { useEffect } from 'react'

/**
 * The delay from a tap on an option to the next question, so that the choice is seen, in
 * milliseconds.
 */
export const ADVANCE_AFTER = 300

/**
 * How long the next question ignores presses on its options, which may be the second click of a
 * slow double click. In milliseconds.
 */
export const IGNORE_FOR = 400

/**
 * The options that digit keys choose: those of the question, while focus is on its heading or among
 * them. None if a number can be typed, because a digit then belongs to that number.
 */
const focusedOptions = () => {
  const form = document.activeElement?.closest('fieldset, h1')?.closest('main form')
  if (!form || form.querySelector('[type=text]')) return []
  return [...form.querySelectorAll<HTMLInputElement>('input:is([type=radio],[type=checkbox])')]
}

/**
 * Submits the question's form a moment after an option was chosen by pointer or touch, even if it
 * was chosen already, and lets digits choose the options in their order. Keys never submit. The
 * arrow keys of a radio group fire clicks too, so a click counts only right after a press on the
 * option. A click by assistive technology without any press does not submit either.
 */
export const useAutoAdvance = (isOwn: boolean): void => {
  useEffect(() => {
    if (!isOwn) return undefined
    const listening = new AbortController()
    const { signal } = listening
    let pressed: Node | null = null
    let advancing: ReturnType<typeof setTimeout> | undefined
    let advancedAt = -IGNORE_FOR
    const stay = () => clearTimeout(advancing)
    const listen = <Type extends keyof DocumentEventMap>(
      type: Type,
      heard: (event: DocumentEventMap[Type]) => void,
      options?: { readonly capture: boolean },
    ) => document.addEventListener(type, heard, { signal, ...options })

    listen('pointerdown', ({ target }) => {
      pressed = target as Node
    })
    listen('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
      pressed = null
      stay()
      if (altKey || ctrlKey || metaKey || !/^[1-9]$/.test(key)) return
      const option = focusedOptions()[Number(key) - 1]
      option?.focus()
      option?.click()
    })
    // A capturing listener runs before React's, so that the time counts from the tap.
    listen(
      'click',
      (event) => {
        const { target } = event
        if (!(target instanceof HTMLInputElement)) return
        const isTap = target.closest('label')?.contains(pressed)
        pressed = null
        stay()
        if (!isTap) return
        if (performance.now() - advancedAt < IGNORE_FOR) {
          event.preventDefault()
          event.stopPropagation()
        } else if (target.type === 'radio')
          advancing = setTimeout(() => {
            // The question may have been replaced meanwhile.
            if (target.isConnected) target.form?.requestSubmit()
          }, ADVANCE_AFTER)
      },
      { capture: true },
    )
    listen('submit', ({ submitter }) => {
      stay()
      // After a press on Next, the next question ignores no presses.
      if (submitter?.localName !== 'button') advancedAt = performance.now()
    })
    return () => {
      stay()
      listening.abort()
    }
  }, [isOwn])
}
