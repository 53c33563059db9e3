import { Link } from 'gatsby'
import { routes } from '#core/model/routes.ts'
import * as styles from './script-note.module.css'

/** The note on a page that needs scripts, for browsers without them. */
export const ScriptNote = () => (
  <div className={styles.note}>
    <h2 className={styles.title}>This page needs JavaScript</h2>
    <p>
      Your answers are saved in your own browser, and that takes JavaScript. Please turn it on for
      this site and reload the page.
    </p>
    <p>
      <span>Without it, you can still read about</span>{' '}
      <Link to={routes.howItWorks}>how it works</Link> <span>and</span>{' '}
      <Link to={routes.company}>who we are</Link>
      <span>.</span>
    </p>
  </div>
)
