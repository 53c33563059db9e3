import type { ReactNode } from 'react'
import * as styles from './page-intro.module.css'

export interface PageIntroProps {
  label: string
  heading: string
  children: ReactNode
  picture?: ReactNode
}

/** The beginning of a general page: what it is about, beside a picture. */
export const PageIntro = ({ label, heading, children, picture }: PageIntroProps) => (
  <header className={`wrap ${styles.intro}`} data-picture={picture ? true : undefined}>
    <div>
      <p className="label">{label}</p>
      <h1 className={`headline ${styles.heading}`}>{heading}</h1>
      <div className={`lead ${styles.lead}`}>{children}</div>
    </div>
    {picture && <div className={styles.picture}>{picture}</div>}
  </header>
)
