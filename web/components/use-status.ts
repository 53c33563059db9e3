import { useEffect } from 'react'

/**
 * The status region of the open dialog, which silences everything outside it, else of the shell.
 */
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
