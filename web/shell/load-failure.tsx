import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'
import { useHydrated } from '../components/use-hydrated.ts'
import { useAppState } from '../stores/app-loader.tsx'
import * as styles from './load-failure.module.css'

/**
 * Runs in the head, because the code that fails to arrive may be any. The style sheet shows the
 * notice then.
 */
export const loadFailureScript =
  'addEventListener("error",e=>{e.target.tagName==="SCRIPT"&&(document.documentElement.dataset.failed="")},!0);' +
  'addEventListener("click",e=>{e.target.closest("[data-reload]")&&location.reload()});'

/**
 * What a page that waits for the application says when code did not arrive. Part of the served
 * page, hidden: without code nothing could add it.
 */
export const LoadFailure = () => {
  const isFailed = useAppState().kind === 'failed'
  const isHydrated = useHydrated()
  if (isHydrated && !isFailed) return null
  return (
    <div className={`${styles.failure} ${isHydrated ? '' : styles.served}`}>
      <Alert
        kind="error"
        action={
          <Button size="small" look="quiet" data-reload="">
            Reload the page
          </Button>
        }
      >
        Part of this page didn’t load. Nothing you entered is lost.
      </Alert>
    </div>
  )
}
