import { startHref } from '../../content/links.ts'
import { LinkButton } from '../../components/button.tsx'
import { SeaStrip } from '../../illustrations/sea-strip.tsx'
import * as styles from './closing.module.css'

export const Closing = () => (
  <section className="chapter">
    <div className={`wrap ${styles.closing}`}>
      <h2>Five quiet minutes are enough to begin.</h2>
      <LinkButton to={startHref}>Start the check-up</LinkButton>
    </div>
    <SeaStrip />
  </section>
)
