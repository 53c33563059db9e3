import { Link } from 'gatsby'
import type { MouseEvent } from 'react'
import { BrandMark } from '../illustrations/brand-mark.tsx'
import { site } from '../site.ts'
import type { NavigationLink, OwnLink } from './navigation.ts'
import { LinkButton } from '../components/button.tsx'
import * as styles from './site-header.module.css'

export interface SiteHeaderProps {
  /**
   * `journey` shows only the brand (and the visitor's own link, once there is one), so that nothing
   * distracts from the question.
   */
  variant: 'general' | 'journey'
  links: readonly NavigationLink[]
  startHref: string
  /** Shown in both variants if given. */
  own?: OwnLink
}

/** A link within the page loads no other page, so the menu must be closed. */
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

const Items = ({ links, own }: Pick<SiteHeaderProps, 'links' | 'own'>) => (
  <>
    {links.map((link) => (
      <li key={link.href}>
        <Item link={link} />
      </li>
    ))}
    {own && (
      <li>
        <Link className={`${styles.link} ${styles.own}`} to={own.href} onClick={closeMenu}>
          <span className={styles.guest}>{own.guest}</span>
          <span className={styles.member}>{own.member}</span>
        </Link>
      </li>
    )}
  </>
)

/** The top of every page. On phones the links are a disclosure that needs no JavaScript. */
export const SiteHeader = ({ variant, links, startHref, own }: SiteHeaderProps) => {
  const general = variant === 'general'
  const items = general || own ? <Items links={general ? links : []} own={own} /> : null
  return (
    <header className={`wrap ${styles.header}`}>
      <Link className={styles.brand} to="/">
        <BrandMark />
        <span>{site.name}</span>
      </Link>
      {items && (
        <nav className={styles.wide} aria-label="Main">
          <ul className={`plain ${styles.list}`}>{items}</ul>
          {general && (
            <LinkButton to={startHref} size="small">
              Start the check-up
            </LinkButton>
          )}
        </nav>
      )}
      {items && (
        <details className={styles.narrow}>
          <summary className={styles.summary}>Menu</summary>
          <nav className={styles.sheet} aria-label="Main">
            <ul className="plain">{items}</ul>
          </nav>
        </details>
      )}
    </header>
  )
}
