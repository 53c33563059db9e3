import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'

/**
 * Runs in the head, because any other code may fail to load. After a failure, the style sheet shows
 * the notice until the application runs.
 */
export const loadFailureScript =
  'addEventListener("error",e=>{e.target.tagName==="SCRIPT"&&e.target.src.startsWith(location.origin+"/")&&(document.documentElement.dataset.failed="")},!0);' +
  'addEventListener("click",e=>{e.target.closest("[data-reload]")&&location.reload()});'

/**
 * The notice that code failed to load. It is part of served documents only, since it cannot depend
 * on code that may fail to load.
 */
export const LoadFailure = () => (
  <div className="load-failure">
    <Alert
      kind="outage"
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
