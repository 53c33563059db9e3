import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Elements } from './elements.ts'
import * as styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button or a click outside. The caller then sets `open`. */
  onClose: () => void
  /** The visitor cannot close it. */
  locked?: boolean
  title: string
  children: Elements
}

/** A modal over the page. The browser keeps focus inside and returns it on closing. */
export const Dialog = ({ open, onClose, locked = false, title, children }: DialogProps) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  const close = () => {
    if (!locked) onClose()
  }

  // Before paint: a closing dialog loses its content and would visibly shrink.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [open])

  useEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key for it, and the dialog handles that itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      // Chromium closes it on a repeated Escape, even if each `cancel` event is prevented.
      closedby={locked ? 'none' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
    >
      <div className={styles.inner}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {open && children}
        <output data-status className="visually-hidden" />
        <button
          type="button"
          className={styles.close}
          aria-label="Close"
          aria-disabled={locked || undefined}
          onClick={close}
        >
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path
              d="M5 5l10 10M15 5L5 15"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
            />
          </svg>
        </button>
      </div>
    </dialog>
  )
}
