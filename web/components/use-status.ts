import { useEffect } from 'react'

/**
 * The status region of the open dialog, because it silences everything outside; else that of the
 * shell.
 */
const statusElement = (): Element | null =>
  document.querySelector('dialog[open] [data-status]') ?? document.querySelector('[data-status]')

/**
 * Announces `text` to screen readers once it is set. They miss a region that is added with its
 * text, and a new label of a button.
 */
export const useStatus = (text: string | false | undefined): void =>
  useEffect(() => {
    const status = statusElement()
    if (!text || !status) return
    status.textContent = text
    return () => {
      status.textContent = ''
    }
  }, [text])
