import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import * as styles from './site-header.module.css'

export interface HeaderSheetProps {
  label: string
  /** `menu` has an icon and is shown only on phones. */
  kind: 'menu' | 'help'
  children: ReactNode
}

/**
 * A disclosure in the header that works without JavaScript. With it, Escape, a click outside and a
 * click on one of its links close it: a link may lead to a place on the same page.
 */
export const HeaderSheet = ({ label, kind, children }: HeaderSheetProps) => {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    if (element === null) return undefined
    const close = () => element.removeAttribute('open')
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !element.open) return
      // The focused element is hidden together with the sheet.
      if (element.contains(document.activeElement)) element.querySelector('summary')?.focus()
      close()
    }
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      if (!element.contains(target) || target.closest('a')) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onPress)
    }
  }, [])
  return (
    <details ref={details} className={styles[kind]}>
      <summary className={styles.summary}>{label}</summary>
      <nav className={styles.sheet} aria-label={kind === 'menu' ? 'Main' : label}>
        {children}
      </nav>
    </details>
  )
}
