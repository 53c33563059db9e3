import { useEffect } from 'react'

/** The one that the shell renders, or the open dialog's: a dialog silences what is outside it. */
const statusElement = (): Element | null =>
  document.querySelector('dialog[open] [data-status]') ?? document.querySelector('[data-status]')

/**
 * Has screen readers say `text` once it is given. They miss a region that comes with its text, and
 * a button's new label.
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
