import { Link } from 'gatsby'
import { formatMoney } from '#core/model/money.ts'
import { pricePerMonth } from '#core/model/plan.ts'
import type { Product } from '#core/model/plan.ts'
import { JsonLd } from '../../components/json-ld.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useOnline } from '../../components/use-online.ts'
import { coaching } from '../../content/coaching.ts'
import { quickSignUpHref } from '../../content/links.ts'
import { coachingData } from '../../content/structured-data.ts'
import { useOffersNearby } from './use-offers-nearby.ts'
import * as styles from './plans.module.css'

const plans = [
  { id: 'annual', name: 'Annual', text: 'Paid once a year. For when you know you’re staying.' },
  {
    id: 'monthly',
    name: 'Monthly',
    text: 'Paid month by month. Find out, at your own pace, what a coach can change.',
  },
] as const

const facts = [
  coaching.inShort,
  'You can switch between the plans while yours is running.',
  'Your first plan starts with free days.',
  'You see the exact price and the date of the first charge before you enter your card.',
] as const

const termsOf = (product: Product): string =>
  [
    product.interval === 'year' && `${formatMoney(pricePerMonth(product))} a month.`,
    product.trialDays > 0 && `First ${product.trialDays} days free.`,
  ]
    .filter(Boolean)
    .join(' ')

/** "$89.99 a year", and under it "$7.50 a month. First 14 days free." */
const Price = ({ product }: { product: Product }) => (
  <>
    <span className={`figures ${styles.figure}`}>{formatMoney(product.price)}</span>
    <span>{` a ${product.interval}`}</span>
    <span className={`figures ${styles.terms}`}>{termsOf(product)}</span>
  </>
)

const skeleton = <Skeleton shape="text" count={2} />

/** The plans; their prices come from the admin API once the visitor nears them. */
export const Plans = () => {
  const isOnline = useOnline()
  const { ref, products } = useOffersNearby(isOnline)
  return (
    <section id="plans" ref={ref} className="wrap chapter">
      <div className={styles.plans}>
        <div>
          <p className="label">Plans</p>
          <h2>Two plans, and free days to decide</h2>
          <ul className={`plain ticked ${styles.facts}`}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <dl className={styles.pair}>
          {plans.map((plan) => {
            const product = products?.find(({ id }) => id === plan.id)
            return (
              <div key={plan.name} className={styles.plan}>
                <dt>{plan.name}</dt>
                <dd className={styles.price}>
                  {product ? (
                    <Price product={product} />
                  ) : isOnline && !products ? (
                    skeleton
                  ) : (
                    <span className={styles.terms}>
                      {isOnline
                        ? 'We can’t load the price right now.'
                        : 'The price appears when you’re back online.'}
                    </span>
                  )}
                </dd>
                <dd>{plan.text}</dd>
                <dd>
                  <Link className="lone" to={`${quickSignUpHref}?plan=${plan.id}`} data-call="">
                    {`Start with ${plan.name}`}
                  </Link>
                </dd>
              </div>
            )
          })}
          <div className={styles.note}>
            <dt className="visually-hidden">When to choose</dt>
            <dd>
              Already decided? Start with either. Or see your result first and choose afterwards.
            </dd>
          </div>
        </dl>
      </div>
      <JsonLd data={coachingData(products ?? [])} />
    </section>
  )
}
