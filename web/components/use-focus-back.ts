import { useEffect, useRef } from 'react'

/** For the button that opens a form in its place: it takes the focus when the form has closed. */
export const useFocusBack = (isOpen: boolean) => {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
