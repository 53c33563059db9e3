import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { isLive } from '#core/model/subscription.ts'
import type { SavedCard } from '#core/model/subscription.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { CardStore } from '../../stores/card-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { cardName, expiryWords, replacedWords } from '../../content/words/card-words.ts'
import { AccountSection, focusPart, keepPartHeight } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import { CardForm } from './card-form.tsx'
import { planSummary } from './plan-words.ts'
import type { AccountFormAddress } from './use-account-form.ts'
import * as styles from './card-section.module.css'
import * as account from './your-account.module.css'

/**
 * The id of the one button that opens the form: here, or in the plan's panel while a payment is
 * failing.
 */
export const ANOTHER_CARD = 'another-card'

/** The card that pays the plan, and the form for another one. */
export const CardSection = observer(({ address }: { address: AccountFormAddress }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const yourAccount = useStore(YourAccountStore)
  const store = useStore(CardStore)
  const { profile } = global
  const subscription = profile?.subscription ?? null
  const isReplaceable = subscription !== null && isLive(subscription)
  const isOpen = address.asked === 'card' && isReplaceable
  const wasOpen = useRef(isOpen)

  useEffect(() => {
    if (isOpen) store.forgetSuccess()
    else if (wasOpen.current) {
      const opener = document.getElementById(ANOTHER_CARD)
      if (opener && store.success === null) opener.focus()
      else focusPart('card')
    }
    wasOpen.current = isOpen
    return () => store.startOver()
  }, [isOpen, store])

  useEffect(() => () => store.forgetSuccess(), [store])

  if (profile === null) {
    return (
      <AccountSection part="card">
        <Awaited
          part="card"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      </AccountSection>
    )
  }
  const now = serverClock.now()
  const isAskedAbove = planSummary(subscription, [], now).isCardNeeded ?? false
  const conclude = () => {
    keepPartHeight('card')
    address.close()
  }
  return (
    <AccountSection part="card">
      <div className={styles.onFile}>
        {isReplaceable && subscription.paymentMethod ? (
          <CardOnFile card={subscription.paymentMethod} now={now} />
        ) : (
          <p className={account.soft}>
            {isReplaceable
              ? 'No card is saved for your plan.'
              : 'No card is charged. You add one when you choose a plan.'}
          </p>
        )}
        {isReplaceable && !isOpen && !isAskedAbove && (
          <Button look="quiet" size="small" id={ANOTHER_CARD} onClick={() => address.open('card')}>
            {subscription.paymentMethod ? 'Use another card' : 'Add a card'}
          </Button>
        )}
      </div>
      <output className={account.success}>
        {store.success && subscription && !isOpen && (
          <span>{replacedWords(store.success.paid, subscription, profile.firstName)}</span>
        )}
      </output>
      {isOpen && (
        <CardForm subscription={subscription} onConclude={conclude} onClose={address.close} />
      )}
    </AccountSection>
  )
})

const CardOnFile = ({ card, now }: { card: SavedCard; now: Date }) => {
  const { warning, date } = expiryWords(card, now)
  return (
    <>
      <span className={styles.chip} aria-hidden="true">
        {card.brand}
      </span>
      <div>
        <p className={styles.name}>{cardName(card)}</p>
        <p className={styles.expiry}>
          {warning && (
            <span className={styles.warning}>
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
                <path
                  d="M6 .5l5.5 10.5H.5zM5.4 4v3.5h1.2V4zm0 4.5v1.2h1.2V8.5z"
                  fill="currentColor"
                  fillRule="evenodd"
                />
              </svg>
              <span>{warning}</span>
            </span>
          )}
          <span className="figures">{date}</span>
        </p>
      </div>
    </>
  )
}
