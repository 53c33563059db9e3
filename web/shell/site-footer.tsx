import { Link } from 'gatsby'
import { BrandMark } from '../illustrations/brand-mark.tsx'
import { site } from '../site.ts'
import type { NavigationGroup } from './navigation.ts'
import * as styles from './site-footer.module.css'

export interface SiteFooterProps {
  variant: 'general' | 'journey'
  groups: readonly NavigationGroup[]
}

/** The foot of the general pages. Journeys end with their own actions and have none. */
export const SiteFooter = ({ variant, groups }: SiteFooterProps) => {
  if (variant === 'journey') return null
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <div>
          <p className={styles.brand}>
            <BrandMark size={28} />
            <span>{site.name}</span>
          </p>
          <p className={styles.note}>Coaching on habits, not investment, tax or legal advice.</p>
        </div>
        <nav className={styles.groups} aria-label="Footer">
          {groups.map((group) => (
            <div key={group.title}>
              <h2 className={styles.title}>{group.title}</h2>
              <ul className="plain">
                {group.links.map((link) => (
                  <li key={link.href} className={link.audience}>
                    {link.external ? (
                      <a className={styles.link} href={link.href} rel="noopener">
                        {link.label}
                      </a>
                    ) : (
                      <Link className={styles.link} to={link.href}>
                        {link.label}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
