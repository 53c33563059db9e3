import { useOnline } from '../components/use-online.ts'
import * as styles from './offline-bar.module.css'

/** A quiet bar at the top while the browser has no connection. */
export const OfflineBar = () => {
  const isOnline = useOnline()
  return (
    <output className={styles.region}>
      {isOnline ? null : (
        <p className={styles.bar}>You’re offline. Nothing you’ve entered is lost.</p>
      )}
    </output>
  )
}
