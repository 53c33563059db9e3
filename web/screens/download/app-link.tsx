import type { AppClaimStatus } from '../../stores/app-claim-store.ts'
import { Alert } from '../../components/alert.tsx'
import type { AlertProps } from '../../components/alert.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatTime } from '../../content/words/money-words.ts'
import { AppLinkCode } from './app-link-code.tsx'
import * as styles from './download.module.css'

interface AppLinkProps {
  status: AppClaimStatus
  /** Requests a link again. */
  load: () => void
}

const againLabel = ({ kind }: AppClaimStatus) =>
  kind === 'expired' ? 'Get a new link' : 'Try again'

/** On phones, the button that opens the app, or the one that requests the link for it. */
export const AppLinkAction = ({ status, load }: AppLinkProps) => {
  switch (status.kind) {
    case 'ready':
      return (
        <div className={styles.phone}>
          <LinkButton to={status.claim.url} wide>
            Installed? Open the app
          </LinkButton>
        </div>
      )
    case 'loading':
      return (
        <div className={styles.phone}>
          <Skeleton shape="action" />
        </div>
      )
    case 'expired':
    case 'unavailable':
    case 'rate-limited':
      return (
        <div className={styles.narrow}>
          <Button wide onClick={load}>
            {againLabel(status)}
          </Button>
        </div>
      )
  }
}

/** Why there is no link. */
const problemWords = (
  status: Exclude<AppClaimStatus, { kind: 'ready' | 'loading' }>,
): readonly [kind: AlertProps['kind'], title: string, text: string] => {
  switch (status.kind) {
    case 'expired':
      return ['notice', 'Your app link has expired', 'Get a new one to open the app.']
    case 'unavailable':
      return [
        'error',
        'We can’t create your link right now',
        'Your plan is safe. You can install the app in the meantime.',
      ]
    case 'rate-limited': {
      const minutes = Math.ceil(status.retryAfterSeconds / 60)
      return [
        'error',
        'You’ve asked for several links already',
        `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      ]
    }
  }
}

/**
 * The app link: how to open it (with a QR code on a computer), or why there is none. Every state
 * has the same height, so that a late response causes no layout shift.
 */
export const AppLinkPlace = ({ status, load }: AppLinkProps) => {
  if (status.kind === 'loading') {
    return (
      <div className={styles.place} aria-busy="true">
        <span className="visually-hidden">Creating your link</span>
        <div className={styles.wide}>
          <Skeleton shape="code" />
        </div>
        <Skeleton shape="text" count={3} />
      </div>
    )
  }
  if (status.kind === 'ready') {
    const until = `works once, until ${formatTime(new Date(status.claim.expiresAt))}.`
    return (
      <div className={styles.place}>
        <div className={styles.wide}>
          <AppLinkCode link={status.claim.url} />
        </div>
        <p className={styles.wide}>
          {`Point your phone’s camera here to open the app with your plan. This code ${until}`}
        </p>
        <p className={styles.narrow}>{`Install the app first. The button below ${until}`}</p>
      </div>
    )
  }
  const [kind, title, text] = problemWords(status)
  return (
    <div className={styles.problem}>
      <Alert
        kind={kind}
        title={title}
        action={
          <div className={styles.wide}>
            <Button size="small" onClick={load}>
              {againLabel(status)}
            </Button>
          </div>
        }
      >
        {text}
      </Alert>
    </div>
  )
}
