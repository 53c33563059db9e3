import type { BeliefId } from '#core/model/money-belief.ts'
import { assessmentHref } from '../../content/links.ts'
import { beliefNames } from '../../content/words/result-names.ts'
import { LinkButton } from '../../components/button.tsx'
import { BeliefPicture } from '../../illustrations/belief-pictures.tsx'
import * as styles from './beliefs.module.css'
import * as home from './home.module.css'

const beliefs: readonly { id: BeliefId; says: string; shows: string }[] = [
  {
    id: 'avoidance',
    says: '“Not looking feels safer than knowing.”',
    shows: 'Letters stay sealed, and decisions wait until they make themselves.',
  },
  {
    id: 'worship',
    says: '“A little more would settle everything.”',
    shows: 'Enough is always one step further on, whatever you already have.',
  },
  {
    id: 'status',
    says: '“What I own says what I am worth.”',
    shows: 'Spending speaks before you do, and comparison never rests.',
  },
  {
    id: 'vigilance',
    says: '“Being careful is how I stay safe.”',
    shows: 'You save well, and find money hard to enjoy or to talk about.',
  },
]

export const Beliefs = () => (
  <section id="beliefs" className="wrap chapter">
    <div className={home.head}>
      <p className="label">The four money beliefs</p>
      <h2>Most of us learned them before we earned anything</h2>
      <p className={home.soft}>
        Everyone has all four. The louder one speaks, the more it decides before you do. None of
        them is a fault.
      </p>
    </div>
    <ul className={`plain ${styles.beliefs}`}>
      {beliefs.map((belief) => (
        <li key={belief.id} className={`${home.card} ${styles.belief}`}>
          <div className={`${home.picture} ${styles.picture}`}>
            <BeliefPicture belief={belief.id} />
          </div>
          <h3 className={styles.name}>{beliefNames[belief.id]}</h3>
          <p className={styles.says}>{belief.says}</p>
          <p className={`${home.soft} ${styles.shows}`}>{belief.shows}</p>
        </li>
      ))}
    </ul>
    <p className={styles.only}>
      <LinkButton to={assessmentHref} look="quiet">
        Find yours without signing up
      </LinkButton>
    </p>
    <p className={styles.source}>
      <span>
        The four beliefs follow research on money scripts (Klontz, Britt, Mentzer and Klontz,
      </span>{' '}
      <cite>Journal of Financial Therapy</cite>
      <span>, 2011). The statements you answer are our own.</span>
    </p>
  </section>
)
