import { useState } from 'react'
import { Button } from './button.tsx'

/** Asks the server for the page again. */
export const ReloadButton = () => {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      busy={busy}
      busyLabel="Reloading"
      onClick={() => {
        setBusy(true)
        window.location.reload()
      }}
    >
      Try again
    </Button>
  )
}
