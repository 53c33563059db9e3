import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'

/**
 * Runs in the head, because the code that fails to arrive may be any. The style sheet shows the
 * notice then, until the application runs.
 */
export const loadFailureScript =
  'addEventListener("error",e=>{e.target.tagName==="SCRIPT"&&e.target.src.startsWith(location.origin+"/")&&(document.documentElement.dataset.failed="")},!0);' +
  'addEventListener("click",e=>{e.target.closest("[data-reload]")&&location.reload()});'

/**
 * What a page says when code did not arrive. Only in the served documents, around which there is no
 * code that could fail.
 */
export const LoadFailure = () => (
  <div className="load-failure">
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
