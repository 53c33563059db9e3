import { useEffect, useRef } from 'react'

/**
 * Returns a ref for the button that opens a form in its place. The button gets the focus back when
 * the form has closed.
 */
export const useFocusBack = (isOpen: boolean) => {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
