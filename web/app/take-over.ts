import { startTransition } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/**
 * Takes over the server's markup in pieces of some milliseconds, between which the browser can answer the visitor; where there is no
 * markup, renders it. What the visitor clicks on meanwhile is taken over at once.
 */
export const takeOver = (element: ReactNode, container: Element): void => {
  if (container.firstElementChild) startTransition(() => void hydrateRoot(container, element))
  else createRoot(container).render(element)
}
