import { useEffect } from 'react'

/** The element that the shell renders for it, outside of any button. */
export const STATUS = 'status'

/**
 * Has screen readers say `text` once it is given. They miss a region that comes with its text, and
 * a button's new label.
 */
export const useStatus = (text: string | false | undefined): void =>
  useEffect(() => {
    const status = document.getElementById(STATUS)
    if (!text || !status) return
    status.textContent = text
    return () => {
      status.textContent = ''
    }
  }, [text])
