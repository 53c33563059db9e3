import { SeaStrip } from '../../illustrations/sea-strip.tsx'
import { StartLink } from './start-link.tsx'
import * as styles from './closing.module.css'

export const Closing = () => (
  <section className="chapter">
    <div className={`wrap ${styles.closing}`}>
      <h2>Five quiet minutes are enough to begin.</h2>
      <StartLink />
    </div>
    <SeaStrip />
  </section>
)
