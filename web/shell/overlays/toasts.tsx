import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { toast } from 'react-toastify/unstyled'
import { useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Toaster } from '../toaster.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import type { Notice } from '../../stores/notices-store.ts'
import * as styles from './toasts.module.css'

type BodyProps = { notice: Notice; close: () => void }

const Body = ({ notice: { text, retry }, close }: BodyProps) => (
  <div className={styles.body}>
    <span>{text}</span>
    {retry && (
      <Button
        look="quiet"
        size="small"
        onClick={() => {
          close()
          retry()
        }}
      >
        Try again
      </Button>
    )}
  </div>
)

/** Shows every notice as a toast, for as long as it lasts. */
export const Toasts = observer(() => {
  const { notices } = useStores()
  const shown = useRef(new Map<number, Notice>())
  const { all } = notices
  const { onFocus, returnFocus } = useFocusReturn()

  useEffect(() => {
    const before = shown.current
    shown.current = new Map(all.map((notice) => [notice.id, notice]))
    for (const id of before.keys()) {
      if (shown.current.has(id)) continue
      returnFocus(document.getElementById(String(id)))
      toast.dismiss(id)
    }
    for (const notice of all) {
      const close = () => notices.close(notice.id)
      const content = <Body notice={notice} close={close} />
      // An error stays until it is retried or closed: not everybody reads it in time.
      const autoClose = notice.tone === 'error' ? (false as const) : undefined
      const options = { type: notice.tone, autoClose }
      if (before.has(notice.id)) toast.update(notice.id, { ...options, render: content })
      else toast(content, { ...options, toastId: notice.id, onClose: close })
    }
  }, [notices, all, returnFocus])

  return (
    <div onFocus={onFocus}>
      <Toaster />
    </div>
  )
})
