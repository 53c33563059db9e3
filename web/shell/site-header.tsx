import { Link } from 'gatsby'
import { routes } from '#core/model/routes.ts'
import { BrandMark } from '../illustrations/brand-mark.tsx'
import { organisation } from '../content/organisation.ts'
import { site } from '../site.ts'
import { HeaderSheet } from './header-sheet.tsx'
import type { NavigationLink, OwnLink } from './navigation.ts'
import { LinkButton } from '../components/button.tsx'
import * as styles from './site-header.module.css'

export interface SiteHeaderProps {
  /** `journey` shows only the brand and where to get help: nothing distracts from the question. */
  variant: 'general' | 'journey'
  links: readonly NavigationLink[]
  startHref: string
  own: OwnLink
}

const Item = ({ link }: { link: NavigationLink }) =>
  link.external ? (
    <a className={styles.link} href={link.href} rel="noopener">
      {link.label}
    </a>
  ) : (
    <Link className={styles.link} to={link.href}>
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
    <li>
      <Link className={`${styles.link} ${styles.own}`} to={own.href}>
        <span className={styles.guest}>{own.guest}</span>
        <span className={styles.member}>{own.member}</span>
      </Link>
    </li>
  </>
)

const help = (
  <ul className="plain">
    <li>
      <a className={styles.link} href={`mailto:${organisation.mail.hello}`}>
        {`Write to ${organisation.mail.hello}`}
      </a>
    </li>
    <li>
      <a className={styles.link} href={site.helpCentreUrl} target="_blank" rel="noopener">
        Help centre
      </a>
    </li>
  </ul>
)

/** The header's call to action: the check-up for a guest, the account for a member. */
const Call = ({ startHref, own }: Pick<SiteHeaderProps, 'startHref' | 'own'>) => (
  <span className={styles.own}>
    <span className={styles.guest}>
      <LinkButton to={startHref} size="small">
        Start the check-up
      </LinkButton>
    </span>
    <span className={styles.member}>
      <LinkButton to={routes.account} size="small">
        {own.member}
      </LinkButton>
    </span>
  </span>
)

/** The header of every page. */
export const SiteHeader = ({ variant, links, startHref, own }: SiteHeaderProps) => (
  <header className={`wrap ${styles.header}`}>
    <Link className={styles.brand} to="/">
      <BrandMark />
      <span>{site.name}</span>
    </Link>
    {variant === 'journey' ? (
      <HeaderSheet kind="help" label="Help">
        {help}
      </HeaderSheet>
    ) : (
      <>
        <nav className={styles.wide} aria-label="Main">
          <ul className={`plain ${styles.list}`}>
            <Items links={links} own={own} />
          </ul>
          <Call startHref={startHref} own={own} />
        </nav>
        <HeaderSheet kind="menu" label="Menu">
          <ul className="plain">
            <Items links={links} own={own} />
            <li className={styles.start}>
              <LinkButton to={startHref} wide>
                Start the check-up
              </LinkButton>
            </li>
          </ul>
        </HeaderSheet>
      </>
    )}
  </header>
)
