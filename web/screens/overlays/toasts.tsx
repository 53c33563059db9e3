import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { Toaster } from '../../components/toaster.tsx'
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
        Retry
      </Button>
    )}
  </div>
)

const show = (notice: Notice) => {
  const id = `notice-${notice.id}`
  toast(<Body notice={notice} close={() => toast.dismiss(id)} />, {
    toastId: id,
    type: notice.tone,
    // What can be repeated stays until it is, or is closed.
    autoClose: notice.retry ? false : undefined,
  })
}

/** Shows every notice that waits as a toast. */
export const Toasts = observer(() => {
  const { notices } = useStores()
  const { waiting } = notices
  useEffect(() => {
    if (waiting.length > 0) for (const notice of notices.take()) show(notice)
  }, [notices, waiting])
  return <Toaster />
})
