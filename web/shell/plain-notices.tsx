import { useSyncExternalStore } from 'react'
import { Button } from '../components/button.tsx'
import { useStores } from '../stores/app-loader.tsx'
import * as styles from './plain-notices.module.css'

/** Shows the notices when the toasts cannot be loaded. */
export const PlainNotices = () => {
  const { notices } = useStores()
  const all = useSyncExternalStore(
    notices.watch,
    () => notices.all,
    () => notices.all,
  )
  return (
    <div className={styles.notices} aria-live="polite">
      {all.map(({ id, text, retry }) => (
        <div key={id} className={styles.notice}>
          <span>{text}</span>
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              // The button unmounts and would drop the focus.
              document.getElementById('content')?.focus({ preventScroll: true })
              notices.close(id)
              retry?.()
            }}
          >
            {retry ? 'Try again' : 'Close'}
          </Button>
        </div>
      ))}
    </div>
  )
}
