import type { ReactNode } from 'react'
import { startHref } from '../../content/links.ts'
import { LinkButton } from '../../components/button.tsx'
import { HeroSea } from '../../illustrations/hero-sea.tsx'
import * as styles from './hero.module.css'

export const Hero = ({ resume }: { resume: ReactNode }) => (
  <section className={`wrap ${styles.hero}`}>
    <div>
      <h1 className="headline">Money gets calmer when you know what you believe about it.</h1>
      <p className={`lead ${styles.lead}`}>
        A five-minute check-up, your four money beliefs, and a coach in your pocket who works with
        both.
      </p>
      <LinkButton to={startHref}>Start the check-up</LinkButton>
      <div className={styles.next}>{resume}</div>
    </div>
    <div className={styles.sea}>
      <HeroSea />
    </div>
  </section>
)
