import { observer } from 'mobx-react-lite'
import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { Invoice } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { WithdrawalStore } from '../../stores/withdrawal-store.ts'
import {
  backToWords,
  confirmWords,
  consequenceWords,
  keepLabel,
  noReasonWords,
  paidOnWords,
  withdrawBusyLabel,
  withdrawLabel,
} from '../../content/words/withdrawal-words.ts'
import * as panel from '../../components/panel.module.css'
import * as forms from './plan-forms.module.css'
import * as styles from './withdrawal-form.module.css'
import * as account from './your-account.module.css'

export interface WithdrawalFormProps {
  subscription: Subscription
  planName: string
  /** The invoices of the subscription. */
  invoices: readonly Invoice[]
  /** What would be refunded. */
  amount: Money
  until: Date
  /** Called when there is nothing left to decide, for example after the refund. */
  onConclude: () => void
  /** Called when the visitor keeps the plan. */
  onClose: () => void
}

/** Reserves the form's space until the plan is known. */
export const WithdrawalSpace = () => <div className={styles.space} />

/** Withdraws in two steps: what happens, and the button that does it. No reasons asked. */
export const WithdrawalForm = observer(
  ({ planName, invoices, until, onConclude, onClose, ...facts }: WithdrawalFormProps) => {
    const store = useStore(WithdrawalStore)
    const { step, isBusy } = store
    const title = useId()
    const heading = useRef<HTMLHeadingElement>(null)

    // After navigating here, the router takes the focus first.
    useEffect(() => queueMicrotask(() => heading.current?.focus()), [step])
    useEffect(() => () => store.startOver(), [store])

    const close = () => {
      if (!store.isBusy) onClose()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    // The second click of a double click on "Continue" lands on the button that refunds.
    const confirm = (event: MouseEvent) => {
      if (event.detail < 2) void store.submit({ amount: facts.amount, until }, onConclude)
    }
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of the buttons inside
      <section
        className={`${forms.frame} ${styles.form}`}
        aria-labelledby={title}
        onKeyDown={closeOnEscape}
      >
        <div key={step} className={styles.step}>
          <div>
            <p className={styles.count}>{`Step ${step} of 2`}</p>
            <h3 ref={heading} id={title} tabIndex={-1} className={forms.title}>
              {step === 1 ? 'Get your money back' : confirmWords(facts, planName)}
            </h3>
          </div>
          {step === 1 ? (
            <>
              <p className={account.soft}>{noReasonWords(until)}</p>
              <ul className={styles.consequences}>
                {consequenceWords(facts).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </>
          ) : (
            <>
              <Refund invoices={invoices} {...facts} />
              <output className={account.soft}>
                {store.isSlow
                  ? 'This is taking longer than usual. Whatever happens, nothing is refunded twice.'
                  : 'Banks usually show it within 5 to 10 days.'}
              </output>
            </>
          )}
        </div>
        <div className={`${account.actions} ${forms.actions}`}>
          <Button look="quiet" size="small" onClick={close} unavailable={isBusy}>
            {keepLabel(facts)}
          </Button>
          {step === 1 ? (
            <Button size="small" onClick={store.proceed}>
              Continue
            </Button>
          ) : (
            <Button
              size="small"
              busy={isBusy}
              busyLabel={withdrawBusyLabel(facts.amount)}
              onClick={confirm}
            >
              {withdrawLabel(facts)}
            </Button>
          )}
        </div>
      </section>
    )
  },
)

/** What was paid, all of which is refunded. */
const Refund = ({ invoices, amount }: Pick<WithdrawalFormProps, 'invoices' | 'amount'>) => (
  <dl className="figures">
    {invoices
      .filter(({ status, total }) => status === 'paid' && total.amount > 0)
      .map((invoice) => (
        <div key={invoice.id} className={panel.row}>
          <dt>{paidOnWords(invoice)}</dt>
          <dd>{formatMoney(invoice.total)}</dd>
        </div>
      ))}
    <div className={`${panel.row} ${panel.total}`}>
      <dt>{backToWords}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  </dl>
)
