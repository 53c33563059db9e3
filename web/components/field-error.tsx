import type { ReactNode } from 'react'
import * as styles from './field.module.css'

/** How many lines an error may take on a phone; on wide screens it takes one less. */
export type ErrorLines = 1 | 2 | 3

export interface FieldErrorProps {
  id: string
  lines?: ErrorLines
  /** Without children the space stays empty. */
  children: ReactNode
}

/**
 * Reserves space for the error under a field, so that it causes no layout shift. The error is
 * announced when it appears.
 */
export const FieldError = ({ id, lines = 1, children }: FieldErrorProps) => (
  <div className={styles.errorSpace} data-lines={lines}>
    {children && (
      <p id={id} className={styles.error} role="alert">
        <span>{children}</span>
      </p>
    )}
  </div>
)
