import { useId, useState } from 'react'
import { useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { useOwnNotice } from '../forms/use-own-notice.ts'

export interface FileButtonProps {
  busyLabel: string
  make: () => Promise<void>
  children: string
}

/**
 * A button that makes a file. If that fails, or its code cannot be loaded, a notice offers Retry.
 */
export const FileButton = ({ busyLabel, make, children }: FileButtonProps) => {
  const { notices } = useStores()
  const [isBusy, setBusy] = useState(false)
  const action = useId()
  useOwnNotice(action)
  const start = async () => {
    notices.startOver(action)
    setBusy(true)
    try {
      await make()
    } catch {
      notices.somethingWentWrong(action, () => void start())
    }
    setBusy(false)
  }
  return (
    <Button
      look="quiet"
      size="small"
      busy={isBusy}
      busyLabel={busyLabel}
      onClick={() => void start()}
    >
      {children}
    </Button>
  )
}
