import { startHref } from '../../app/navigation.ts'
import { LinkButton } from '../../components/button.tsx'
import * as styles from './home.module.css'

export const Closing = () => (
  <section className={`wrap ${styles.section}`}>
    <div className={styles.closing}>
      <h2>Five quiet minutes are enough to begin.</h2>
      <LinkButton to={startHref}>Start the check-up</LinkButton>
    </div>
  </section>
)
