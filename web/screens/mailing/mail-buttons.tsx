import { observer } from 'mobx-react-lite'
import type { ComponentType } from 'react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { mailingWords } from '../../content/words/mailing-words.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { keepHeight } from '../../components/keep-height.ts'
import { whenIdle } from '../../components/when-idle.ts'
import { MailingStore } from '../../stores/mailing-store.ts'
import type { MailingKind } from '../../stores/mailing-store.ts'
import * as account from '../account/account.module.css'
import { useOwnNotice } from '../forms/use-own-notice.ts'
import type { MailingFormProps } from './mailing-form.tsx'
import * as styles from './mailing.module.css'

/**
 * A quiet button for each mail that can be requested here. It opens a form below, whose code loads
 * when the browser is idle, or at the latest on the click.
 */
export const MailButtons = observer(({ kinds }: { kinds: readonly MailingKind[] }) => {
  const store = useStore(MailingStore)
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const buttons = useRef(new Map<MailingKind, HTMLButtonElement>())
  const { kind: opened, isSending } = store
  const { notices } = useStores()
  const action = useId()
  useOwnNotice(action)
  const [Form, setForm] = useState<ComponentType<MailingFormProps> | null>(null)
  const [opening, setOpening] = useState<MailingKind | null>(null)
  const wanted = useRef<MailingKind | null>(null)
  useEffect(() => store.close, [store])

  const load = useCallback(async () => {
    const { MailingForm } = await import('./mailing-form.tsx')
    setForm(() => MailingForm)
  }, [])
  useEffect(() => whenIdle(() => void load().catch(() => {})), [load])

  const open = async (kind: MailingKind) => {
    // Only the last mail requested opens its form, and only while its button is on the page.
    wanted.current = kind
    if (Form) return store.open(kind)
    const isWanted = () => wanted.current === kind && buttons.current.get(kind)?.isConnected
    notices.startOver(action)
    setOpening(kind)
    try {
      await load()
      if (isWanted()) store.open(kind)
    } catch {
      if (isWanted()) notices.somethingWentWrong(action, () => void open(kind))
    }
    if (isWanted()) setOpening(null)
  }
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
          busy={opening === kind}
          busyLabel="Opening"
          aria-expanded={opened === kind}
          aria-controls={opened === kind ? panelId : undefined}
          onClick={() => (opened === kind ? close(kind) : void open(kind))}
        >
          {mailingWords[kind].open}
        </Button>
      ))}
      {Form && opened !== null && kinds.includes(opened) && (
        <div ref={panel} id={panelId} className={styles.panel}>
          {store.sentTo === null ? (
            <Form
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
