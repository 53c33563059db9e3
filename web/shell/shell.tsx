import type { Elements } from '../components/elements.ts'
import { OfflineBar } from './offline-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { startHref } from '../content/links.ts'
import { footerGroups, headerLinks, isJourneyPath, ownLink } from './navigation.ts'
import { needsApp } from './needs-app.ts'
import { useSignedIn } from './use-signed-in.ts'
import * as styles from './shell.module.css'

export interface ShellProps {
  /** The path of the page shown, without query. */
  path: string
  children: Elements
  /** Only on the server: React does not render what is for browsers without scripts. */
  scriptNote?: Elements | undefined
  /** Toasts and modals above every page. Loaded when first needed. */
  overlays?: Elements
}

/**
 * The frame of every page: skip link, offline bar, header, the place of the payment notice, the
 * page itself, footer.
 */
export const Shell = ({ path, children, scriptNote, overlays }: ShellProps) => {
  const variant = isJourneyPath(path) ? 'journey' : 'general'
  const isSignedIn = useSignedIn()
  const waitsForApp = needsApp(path)
  return (
    <div className={styles.shell}>
      <a className={`visually-hidden ${styles.skip}`} href="#content">
        Skip to the content
      </a>
      <OfflineBar />
      <output data-status className="visually-hidden" />
      <SiteHeader
        variant={variant}
        links={headerLinks}
        startHref={startHref}
        own={ownLink(isSignedIn)}
      />
      <div id="payment-notice" aria-live="polite" />
      <main
        id="content"
        tabIndex={-1}
        className={`${styles.main} ${waitsForApp ? styles.waiting : ''}`}
      >
        {waitsForApp && <noscript>{scriptNote}</noscript>}
        {children}
      </main>
      <SiteFooter variant={variant} groups={footerGroups} />
      {overlays}
    </div>
  )
}
