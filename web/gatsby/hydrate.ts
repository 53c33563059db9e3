import { startTransition } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/**
 * Hydrates the server's markup in a transition. React splits that into short tasks, so that the
 * browser can respond in between, and hydrates first what the visitor clicks on. Without markup,
 * renders.
 */
export const hydrate = (element: ReactNode, container: Element): void => {
  if (container.firstElementChild) startTransition(() => void hydrateRoot(container, element))
  else createRoot(container).render(element)
}
