import { observer } from 'mobx-react-lite'
import { useEffect, useId, useRef } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import type { Interval, Product } from '#core/model/plan.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PlanChangeStore } from '../../stores/plan-change-store.ts'
import {
  changeBusyLabel,
  changeLabel,
  dueLabel,
  lineLabel,
  shownChange,
  signedMoney,
  unchangedWords,
} from '../../content/words/plan-change-words.ts'
import { ConsentNote } from '../payment/consent-note.tsx'
import * as panel from '../../components/panel.module.css'
import * as styles from './plan-change-form.module.css'
import * as forms from './plan-forms.module.css'
import * as account from './your-account.module.css'

interface ChangeProps {
  subscription: Subscription
  /** The interval is null if the plan is no longer offered. */
  present: { name: string; interval: Interval | null }
  next: Product
}

export interface PlanChangeFormProps extends ChangeProps {
  /** Whether the form replaces its reserved space. */
  hasReservedSpace: boolean
  /**
   * Called when there is nothing left to decide, for example after the plan has changed. Stable.
   */
  onConclude: () => void
  /** Called when the visitor keeps the current plan. */
  onClose: () => void
}

/** Reserves the form's space until the plan is known. */
export const PlanChangeSpace = () => <div className={styles.form} data-lines="" />

/** The form for another plan: what it costs today, before it is ordered. */
export const PlanChangeForm = observer(
  ({ hasReservedSpace, onConclude, onClose, ...change }: PlanChangeFormProps) => {
    const store = useStore(PlanChangeStore)
    const { preview, refusal, isBusy } = store
    const title = useId()
    const heading = useRef<HTMLHeadingElement>(null)
    const alert = useRef<HTMLDivElement>(null)
    const { subscription, next } = change
    const nextId = next.id
    const isCharged =
      subscription.status === 'active' && next.price.amount > subscription.price.amount

    // After navigating here, the router takes the focus first.
    useEffect(() => queueMicrotask(() => heading.current?.focus()), [])
    useEffect(() => {
      void store.load(nextId, onConclude)
      return () => store.startOver()
    }, [nextId, store, onConclude])
    useEffect(() => {
      if (refusal) queueMicrotask(() => alert.current?.focus())
    }, [refusal])

    const submit = (event: FormEvent) => {
      event.preventDefault()
      if (preview) void store.submit(shownChange(preview, change).consent, onConclude)
    }
    const close = () => {
      if (!store.isBusy) onClose()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of the buttons inside
      <form
        className={styles.form}
        data-lines={isCharged || hasReservedSpace ? '' : undefined}
        aria-labelledby={title}
        noValidate
        onSubmit={submit}
        onKeyDown={closeOnEscape}
      >
        <div className={`${forms.frame} ${styles.preview}`} data-lines={isCharged ? '' : undefined}>
          <h3 ref={heading} id={title} tabIndex={-1} className={forms.title}>
            {`Change to ${next.name}`}
          </h3>
          {preview ? (
            <Preview preview={preview} {...change} />
          ) : (
            <NoPreview retry={() => void store.load(nextId, onConclude)} />
          )}
          <div className={`${account.actions} ${forms.actions} ${styles.actions}`}>
            <Button look="quiet" size="small" onClick={close} unavailable={isBusy}>
              {`Keep ${change.present.name}`}
            </Button>
            <Button
              type="submit"
              size="small"
              busy={isBusy}
              busyLabel={preview ? changeBusyLabel(preview) : undefined}
              unavailable={preview === null}
            >
              {preview ? changeLabel(preview) : 'Change plan'}
            </Button>
          </div>
        </div>
        {refusal ? (
          <Alert
            ref={alert}
            kind={refusal.kind === 'preview-stale' ? 'notice' : 'error'}
            title={unchangedWords(refusal).reason}
          >
            {unchangedWords(refusal).advice}
          </Alert>
        ) : (
          store.isSlow && (
            <Alert kind="notice" title="The payment is taking longer than usual">
              Your bank may be waiting for your answer. Whatever happens, you won’t be charged
              twice.
            </Alert>
          )
        )}
      </form>
    )
  },
)

const Preview = ({ preview, ...change }: ChangeProps & { preview: PlanChangePreview }) => (
  <>
    {preview.lines.length > 0 && (
      <dl className="figures">
        {preview.lines.map((line, index) => (
          <div key={index} className={panel.row}>
            <dt>{lineLabel(line, change)}</dt>
            <dd>{signedMoney(line.amount)}</dd>
          </div>
        ))}
        <div className={`${panel.row} ${panel.total}`}>
          <dt>{dueLabel(change.subscription)}</dt>
          <dd>{signedMoney(preview.dueToday)}</dd>
        </div>
      </dl>
    )}
    {shownChange(preview, change).sentences.map((text) => (
      <div key={text} className={account.soft}>
        <ConsentNote text={text} />
      </div>
    ))}
  </>
)

/** Shown while the preview loads, or when it is unavailable. */
const NoPreview = observer(({ retry }: { retry: () => void }) => {
  const store = useStore(PlanChangeStore)
  if (store.isLoadFailed) {
    return (
      <div className={account.form}>
        <p className={account.soft}>We can’t work out the amount right now. Nothing was charged.</p>
        <div>
          <Button look="quiet" size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Working out what you pay today</span>
      <Skeleton shape="text" count={4} />
    </div>
  )
})
