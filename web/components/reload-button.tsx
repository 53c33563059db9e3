import { useState } from 'react'
import { Button } from './button.tsx'

/** Reloads the page from the server. */
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
