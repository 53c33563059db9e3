import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

/** Without a provider, as in a test of one component, nothing was served. */
const HydratedContext = createContext(true)

export interface HydratedProviderProps {
  /** Called once, when the page shows what the visitor's device remembers; its own effects have run by then. */
  onHydrated?: () => void
  children: ReactNode
}

/**
 * Tells everything within when React has taken over the server's markup. What follows is rendered in pieces of some milliseconds,
 * between which the browser can answer the visitor; as a store of its own in each component it would be rendered in one.
 */
export const HydratedProvider = ({ onHydrated, children }: HydratedProviderProps) => {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => {
    if (isHydrated) onHydrated?.()
    else startTransition(() => setHydrated(true))
  }, [isHydrated, onHydrated])
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>
}

/**
 * False while React takes over the server's markup, true from then on. What the visitor's device remembers must wait
 * for it: the first render has to match what the server wrote.
 */
export const useHydrated = (): boolean => useContext(HydratedContext)

const never = () => () => {}

/**
 * The same, with nothing between the taking over and what follows. For what can be used as it was served: what the visitor did
 * between the two would be lost.
 */
export const useHydratedAtOnce = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
