import { useState } from 'react'
import type { FocusEvent } from 'react'

const createFocusReturn = () => {
  let before: HTMLElement | null = null
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) before = relatedTarget as HTMLElement | null
    },
    /** Call it before `part` is removed. */
    returnFocus: (part: Element | null) => {
      const isLost = () => part?.contains(document.activeElement)
      const options = { preventScroll: true }
      if (isLost()) before?.focus(options)
      if (isLost()) document.getElementById('content')?.focus(options)
    },
  }
}

/**
 * Returns the focus to where it was before it entered an element, for when the part that holds it
 * is removed.
 */
export const useFocusReturn = () => useState(createFocusReturn)[0]
