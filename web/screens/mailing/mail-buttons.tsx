import { observer } from 'mobx-react-lite'
import { useEffect, useId, useRef } from 'react'
import { mailingWords } from '../../content/words/mailing-words.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { keepHeight } from '../../components/keep-height.ts'
import { MailingStore } from '../../stores/mailing-store.ts'
import type { MailingKind } from '../../stores/mailing-store.ts'
import * as account from '../account/account.module.css'
import { MailingForm } from './mailing-form.tsx'
import * as styles from './mailing.module.css'

/** A quiet button for each mail that can be asked for here; it opens the form for it below. */
export const MailButtons = observer(({ kinds }: { kinds: readonly MailingKind[] }) => {
  const store = useStore(MailingStore)
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const buttons = useRef(new Map<MailingKind, HTMLButtonElement>())
  const { kind: opened, isSending } = store
  useEffect(() => store.close, [store])

  const close = (kind: MailingKind) => {
    store.close()
    buttons.current.get(kind)?.focus()
  }
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          ref={(element) => {
            if (element) buttons.current.set(kind, element)
          }}
          look="quiet"
          size="small"
          unavailable={isSending}
          aria-expanded={opened === kind}
          aria-controls={opened === kind ? panelId : undefined}
          onClick={() => (opened === kind ? close(kind) : store.open(kind))}
        >
          {mailingWords[kind].open}
        </Button>
      ))}
      {opened !== null && kinds.includes(opened) && (
        <div ref={panel} id={panelId} className={styles.panel}>
          {store.sentTo === null ? (
            <MailingForm
              key={opened}
              kind={opened}
              onSubmit={(email) => {
                keepHeight(panel.current)
                void store.submit(email)
              }}
              onClose={() => close(opened)}
            />
          ) : (
            <Sent email={store.sentTo} words={mailingWords[opened].sent} />
          )}
        </div>
      )}
    </>
  )
})

const Sent = ({ email, words }: { email: string; words: string }) => {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Alert ref={alert} kind="notice" title="It’s on its way">
      <span>We’re sending it to</span> <span className={account.address}>{email}</span>
      <span>{`. ${words}`}</span>
    </Alert>
  )
}
