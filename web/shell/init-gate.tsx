import { useSyncExternalStore } from 'react'
import type { Elements } from '../components/elements.ts'
import { useSession } from '../stores/session.tsx'

/**
 * Renders the pages once the application is initialized. Gatsby waits for the same before it renders anything, so the
 * server's markup stays on screen until then.
 */
export const InitGate = ({ children }: { children: Elements }) => {
  const { subscribe, isAppInitialized } = useSession()
  return useSyncExternalStore(subscribe, isAppInitialized, isAppInitialized) && children
}
