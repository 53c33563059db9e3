import { observer } from 'mobx-react-lite'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import type { Subscription } from '#core/model/subscription.ts'
import type { CardForm as ProviderForm } from '#core/ports/payments.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { useStatus } from '../../components/use-status.ts'
import { CardStore } from '../../stores/card-store.ts'
import {
  refusedCardWords,
  replaceBusyLabel,
  replaceLabel,
  replacingWords,
} from '../../content/words/card-words.ts'
import { CardFields } from '../payment/card-fields.tsx'
import { CardPromise } from '../payment/card-promise.tsx'
import { SLOW_CHECK } from '../payment/slow-check.tsx'
import * as styles from './card-form.module.css'
import * as forms from './plan-forms.module.css'
import * as account from './your-account.module.css'

export interface CardFormProps {
  subscription: Subscription
  /** Called when there is nothing left to enter, for example after the card has been replaced. */
  onConclude: () => void
  /** Called when the visitor keeps the current card. */
  onClose: () => void
}

/** Reserves the form's space until the user is known. */
export const CardFormSpace = () => <div className={styles.form} />

/** The form for paying with another card, which is charged for the open invoice immediately. */
export const CardForm = observer(({ subscription, onConclude, onClose }: CardFormProps) => {
  const store = useStore(CardStore)
  const { isBusy, isSlow, refusal } = store
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const [card, setCard] = useState<ProviderForm | null>(null)
  useStatus(isSlow && SLOW_CHECK)
  const due = subscription.openInvoice?.amount ?? null
  const [owed, setOwed] = useState(due)
  // Keeps the shown amount while it is being paid and until the form has closed.
  if (owed?.amount !== due?.amount && !isBusy && store.success === null) setOwed(due)

  // After navigating here, the router takes the focus first.
  useEffect(() => queueMicrotask(() => heading.current?.focus()), [])
  useEffect(() => {
    if (refusal) queueMicrotask(() => alert.current?.focus())
  }, [refusal])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (card) void store.submit(card, onConclude)
  }
  const wallet = {
    mayOpen: () => !isBusy,
    pay: (authorized: ProviderForm) => store.submit(authorized, onConclude),
  }
  const close = () => {
    if (!store.isBusy) onClose()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of the fields and buttons inside
    <form
      className={styles.form}
      aria-labelledby={title}
      noValidate
      onSubmit={submit}
      onKeyDown={closeOnEscape}
    >
      <h3 ref={heading} id={title} tabIndex={-1} className={styles.title}>
        {subscription.paymentMethod ? 'Use another card' : 'Add a card'}
      </h3>
      <CardFields
        currency={subscription.price.currency}
        onReady={setCard}
        wallet={wallet}
        onEscape={close}
      />
      <InPlace
        of={
          <div className={styles.before}>
            <p className={account.soft}>{replacingWords(owed)}</p>
            <CardPromise />
          </div>
        }
      >
        {refusal ? (
          <Alert
            ref={alert}
            kind={refusal.kind === 'due-changed' ? 'notice' : 'error'}
            title={refusedCardWords(refusal).reason}
          >
            {refusedCardWords(refusal).advice}
          </Alert>
        ) : (
          isSlow && (
            <Alert kind="notice" title={SLOW_CHECK}>
              Your bank may be waiting for your answer. Whatever happens, you won’t be charged
              twice.
            </Alert>
          )
        )}
      </InPlace>
      <div className={`${account.actions} ${forms.actions}`}>
        <Button look="quiet" size="small" onClick={close} unavailable={isBusy}>
          {subscription.paymentMethod ? 'Keep my card' : 'Not now'}
        </Button>
        <Button
          type="submit"
          size="small"
          busy={isBusy}
          busyLabel={replaceBusyLabel(owed)}
          unavailable={card === null}
        >
          {replaceLabel(owed)}
        </Button>
      </div>
    </form>
  )
})
