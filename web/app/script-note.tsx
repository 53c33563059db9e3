import { Link } from 'gatsby'
import { routes } from '#core/model/routes.ts'
import * as styles from './script-note.module.css'

/** What a page that needs scripts says where there are none. */
export const ScriptNote = () => (
  <noscript>
    <div className={styles.note}>
      <h2 className={styles.title}>This page needs JavaScript</h2>
      <p>
        Your answers stay in your own browser, and keeping them there takes a small program. Please switch JavaScript on for this site and
        load the page again. Nothing you entered before is lost.
      </p>
      <p>
        Everything else reads without it: <Link to={routes.howItWorks}>how it works</Link>,{' '}
        <Link to={routes.company}>who we are</Link> and <Link to={routes.privacyPolicy}>what we do with your data</Link>.
      </p>
    </div>
  </noscript>
)
