import { useSyncExternalStore } from 'react'
import * as styles from './offline-bar.module.css'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** A quiet bar at the top while the browser has no connection. */
export const OfflineBar = () => {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <output className={styles.region}>
      {online ? null : (
        <p className={styles.bar}>You’re offline. Nothing you’ve entered is lost.</p>
      )}
    </output>
  )
}
