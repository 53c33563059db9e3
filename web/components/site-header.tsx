import { Link } from 'gatsby'
import type { MouseEvent } from 'react'
import { BrandMark } from '../illustrations/brand-mark.tsx'
import { site } from '../site.ts'
import type { NavigationLink } from '../app/navigation.ts'
import { LinkButton } from './button.tsx'
import * as styles from './site-header.module.css'

export interface SiteHeaderProps {
  /** `journey` keeps to the brand (and the sign-in link, once there is one): one question, no way astray. */
  variant: 'general' | 'journey'
  links: readonly NavigationLink[]
  startHref: string
  /** Shown in both variants when given. */
  signIn?: NavigationLink
}

/** A link within the page leaves the page standing, so the menu must close by itself. */
const closeMenu = (event: MouseEvent<HTMLAnchorElement>) => {
  event.currentTarget.closest('details')?.removeAttribute('open')
}

const Item = ({ link }: { link: NavigationLink }) =>
  link.external ? (
    <a className={styles.link} href={link.href} rel="noopener">
      {link.label}
    </a>
  ) : (
    <Link className={styles.link} to={link.href} onClick={closeMenu}>
      {link.label}
    </Link>
  )

/** The top of every page. On phones the links are a disclosure that needs no JavaScript. */
export const SiteHeader = ({ variant, links, startHref, signIn }: SiteHeaderProps) => {
  const general = variant === 'general'
  const shown = [...(general ? links : []), ...(signIn ? [signIn] : [])]
  return (
    <header className={`wrap ${styles.header}`}>
      <Link className={styles.brand} to="/">
        <BrandMark />
        <span>{site.name}</span>
      </Link>
      {shown.length > 0 && (
        <nav className={styles.wide} aria-label="Main">
          <ul className={`plain ${styles.list}`}>
            {shown.map((link) => (
              <li key={link.href}>
                <Item link={link} />
              </li>
            ))}
          </ul>
          {general && (
            <LinkButton to={startHref} size="small">
              Start the check-up
            </LinkButton>
          )}
        </nav>
      )}
      {shown.length > 0 && (
        <details className={styles.narrow}>
          <summary className={styles.summary}>Menu</summary>
          <nav className={styles.sheet} aria-label="Main">
            <ul className="plain">
              {shown.map((link) => (
                <li key={link.href}>
                  <Item link={link} />
                </li>
              ))}
            </ul>
          </nav>
        </details>
      )}
    </header>
  )
}
