import type { ReactNode } from 'react'
import * as styles from './field.module.css'

/** The sentence under a field. It announces itself when it appears. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className={styles.error} role="alert">
    <span>{children}</span>
  </p>
)
