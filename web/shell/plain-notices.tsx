import { useSyncExternalStore } from 'react'
import { Button } from '../components/button.tsx'
import { useStores } from '../stores/app-loader.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import * as styles from './plain-notices.module.css'

/** The notices for when the toasts cannot be loaded. */
export const PlainNotices = () => {
  const { notices } = useStores()
  const all = useSyncExternalStore(
    notices.watch,
    () => notices.all,
    () => notices.all,
  )
  const { onFocus, returnFocus } = useFocusReturn()
  return (
    <div className={styles.notices} aria-live="polite" onFocus={onFocus}>
      {all.map(({ id, text, retry }) => (
        <div key={id} className={styles.notice}>
          <span>{text}</span>
          <Button
            look="quiet"
            size="small"
            onClick={({ currentTarget }) => {
              returnFocus(currentTarget)
              notices.close(id)
              retry?.()
            }}
          >
            {retry ? 'Retry' : 'Close'}
          </Button>
        </div>
      ))}
    </div>
  )
}
