import { observer } from 'mobx-react-lite'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { accountFormPath } from '#core/model/account-address.ts'
import { PAYMENT_HINT, PAYMENT_HINT_KEY } from '#core/model/payment-hint.ts'
import { isPaymentFailing } from '#core/model/payment-standing.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { useStorage } from '../../stores/storage.tsx'
import { LinkButton } from '../../components/button.tsx'
import { ServerClock } from '../../stores/server-clock.ts'
import { accessWords, failureWords } from '../../content/words/card-words.ts'
import { isJourneyPath } from '../navigation.ts'
import { isSpaceReserved, pagesWithoutNotice, reserveSpace } from './reserved-space.ts'
import * as styles from './payment-notice.module.css'

const isShownAt = (path: string): boolean => !pagesWithoutNotice.includes(path)

/**
 * Says which payment failed, and until when access continues, under the header of every page but
 * `pagesWithoutNotice`, until it is paid. The page on which the failure is first learnt has no
 * space reserved for the notice, so it overlays the page.
 */
export const PaymentNotice = observer(({ path }: { path: string }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const storage = useStorage()
  const { profile, currentUser, initFailure } = global
  const subscription = profile?.subscription ?? null
  const openInvoice =
    subscription && isPaymentFailing(subscription) ? subscription.openInvoice : null
  const isDue = openInvoice !== null
  const isKnown = profile !== null || (currentUser === null && initFailure === null)

  useEffect(() => {
    if (isDue) storage.write(PAYMENT_HINT_KEY, PAYMENT_HINT)
    else if (isKnown) storage.remove(PAYMENT_HINT_KEY)
  }, [isDue, isKnown, storage])

  const [start] = useState(() => ({ path, isSpaceReserved: isSpaceReserved() }))
  const [hasMoved, setHasMoved] = useState(false)
  if (path !== start.path && !hasMoved) setHasMoved(true)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (hasMoved || !isShownAt(path)) reserveSpace(isDue && isShownAt(path))
    setPlace(document.getElementById('payment-notice'))
  }, [hasMoved, isDue, path])
  const isOver = !start.isSpaceReserved && !hasMoved

  if (place === null || currentUser === null || !isShownAt(path)) return null
  if (subscription === null || openInvoice === null) {
    // The reserved space stays until the next page. An active plan means that the payment
    // succeeded.
    return hasMoved || isOver || subscription?.status !== 'active'
      ? null
      : createPortal(
          <p className={`wrap ${styles.settled}`}>Thank you. Your payment went through.</p>,
          place,
        )
  }
  return createPortal(
    <section
      className={styles.band}
      aria-label="Payment"
      data-over={isOver || undefined}
      data-journey={isJourneyPath(path) || undefined}
    >
      <div className={`wrap ${styles.notice}`}>
        <svg
          className={styles.sign}
          width="22"
          height="22"
          viewBox="0 0 22 22"
          aria-hidden="true"
          focusable="false"
        >
          <circle cx="11" cy="11" r="9.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M11 6v6M11 15v.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
        <p>
          <strong>{failureWords(openInvoice)}</strong>{' '}
          <span>{accessWords(subscription, serverClock.now())}</span>
        </p>
        <div className={styles.action}>
          <LinkButton to={accountFormPath('card')} size="small" wide>
            Use another card
          </LinkButton>
        </div>
      </div>
    </section>,
    place,
  )
})
