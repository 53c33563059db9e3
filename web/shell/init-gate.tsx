import { useSyncExternalStore } from 'react'
import type { Elements } from '../components/elements.ts'
import { useAppLoader } from '../stores/app-loader.tsx'

/**
 * Renders the pages once the application is initialized. Gatsby waits for the same in
 * `onClientEntry`, so the server's markup stays on screen until then.
 */
export const InitGate = ({ children }: { children: Elements }) => {
  const { subscribe, canRender } = useAppLoader()
  return useSyncExternalStore(subscribe, canRender, canRender) && children
}
