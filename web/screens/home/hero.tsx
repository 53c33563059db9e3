import { HeroSea } from '../../illustrations/hero-sea.tsx'
import { StartOrContinue } from './start-or-continue.tsx'
import * as styles from './hero.module.css'

export const Hero = () => (
  <section className={`wrap ${styles.hero}`}>
    <div>
      <h1 className="headline">Money gets calmer when you know what you believe about it.</h1>
      <p className={`lead ${styles.lead}`}>
        A five-minute check-up, your four money beliefs, and a coach in your pocket who works with
        both.
      </p>
      <StartOrContinue />
      <p className={styles.small}>Free. No account needed to see your result.</p>
    </div>
    <div className={styles.sea}>
      <HeroSea />
    </div>
  </section>
)
