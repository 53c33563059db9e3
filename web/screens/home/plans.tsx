import { Link } from 'gatsby'
import { quickSignUpHref } from '../../app/navigation.ts'
import * as styles from './home.module.css'

const plans = [
  { id: 'monthly', name: 'Monthly', text: 'Paid month by month. For finding out, at your own pace, what a coach changes.' },
  { id: 'annual', name: 'Annual', text: 'Paid once a year. For when you know that you are staying with it.' },
] as const

const facts = [
  'Both plans hold the same coaching.',
  'Your first subscription begins with free days.',
  'You see the exact price and the date of the first charge before you give a card.',
] as const

export const Plans = () => (
  <section id="plans" className={`wrap ${styles.section}`}>
    <div className={styles.plans}>
      <div>
        <p className="label">Plans</p>
        <h2>Two plans, and free days to decide</h2>
        <ul className={`plain ${styles.facts}`}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      <dl className={styles.pair}>
        {plans.map((plan) => (
          <div key={plan.name} className={styles.plan}>
            <dt>{plan.name}</dt>
            <dd>{plan.text}</dd>
            <dd>
              <Link className={styles.decided} to={`${quickSignUpHref}?plan=${plan.id}`}>
                Already decided? Start with {plan.name}
              </Link>
            </dd>
          </div>
        ))}
        <div className={styles.planNote}>
          <dt className="visually-hidden">When to choose</dt>
          <dd>Most people see their result first and choose after it.</dd>
        </div>
      </dl>
    </div>
  </section>
)
