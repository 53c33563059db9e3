import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useSession } from './session.tsx'

/**
 * Renders the pages once the application is initialized. Gatsby waits for the same before it renders anything, so the
 * server's markup stays on screen until then.
 */
export const InitGate = ({ children }: { children: ReactNode }) => {
  const { subscribe, isAppInitialized } = useSession()
  return useSyncExternalStore(subscribe, isAppInitialized, isAppInitialized) && children
}
