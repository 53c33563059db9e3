import type { AppClaimStatus } from '../../stores/app-claim-store.ts'
import { Alert } from '../../components/alert.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatTime } from '../../content/words/money-words.ts'
import { AppLinkCode } from './app-link-code.tsx'
import * as styles from './download.module.css'

interface AppLinkProps {
  status: AppClaimStatus
}

/** The button that opens the app, hidden on desktops, or the one that requests the link for it. */
export const AppLinkAction = ({ status, load }: AppLinkProps & { load: () => void }) => {
  switch (status.kind) {
    case 'ready':
      return (
        <div className={styles.phone}>
          <LinkButton to={status.claim.url} wide>
            Open the app
          </LinkButton>
        </div>
      )
    case 'loading':
      return (
        <div aria-busy="true">
          <span className="visually-hidden">Making your link</span>
          <Skeleton shape="action" />
        </div>
      )
    case 'expired':
      return (
        <Button wide onClick={load}>
          Get a new link
        </Button>
      )
    case 'unavailable':
    case 'rate-limited':
      return (
        <Button wide onClick={load}>
          Retry
        </Button>
      )
  }
}

/** Why there is no link; null when there is one, or while it loads. */
export const appLinkProblem = (status: AppClaimStatus) => {
  switch (status.kind) {
    case 'ready':
    case 'loading':
      return null
    case 'expired':
      return <Alert kind="notice">This link has expired.</Alert>
    case 'unavailable':
      return (
        <Alert kind="error" title="We can’t make your link right now">
          Your plan is safe. You can install the app in the meantime.
        </Alert>
      )
    case 'rate-limited': {
      const minutes = Math.ceil(status.retryAfterSeconds / 60)
      return (
        <Alert kind="error" title="You’ve asked for several links already">
          {`Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`}
        </Alert>
      )
    }
  }
}

/** The app link for visitors at a computer, who open it with their phone. */
export const AppLinkDesk = ({ status }: AppLinkProps) => (
  <div className={styles.desk}>
    {status.kind === 'ready' ? (
      <>
        <AppLinkCode link={status.claim.url} />
        <p>
          {`Point your phone’s camera here to open the app with your plan. Works once, until ${formatTime(new Date(status.claim.expiresAt))}.`}
        </p>
      </>
    ) : status.kind === 'loading' ? (
      <>
        <Skeleton shape="code" />
        <Skeleton shape="text" count={3} />
      </>
    ) : (
      <>
        <div className={styles.code} />
        <p>Your QR code will appear here once your link is ready.</p>
      </>
    )}
  </div>
)
