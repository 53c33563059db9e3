import { featuresOf } from '#core/model/plan.ts'
import type { Product } from '#core/model/plan.ts'
import * as styles from './plan.module.css'

/** The features of the plans: those that all share, then the additional ones of each. */
export const PlanFeatures = ({ products }: { products: readonly Product[] }) => {
  const { shared, own } = featuresOf(products)
  return (
    <section>
      <h2 className={styles.title}>{products.length > 1 ? 'In both plans' : 'In your plan'}</h2>
      <ul className={`plain ticked ${styles.features}`}>
        {shared.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {own.map(({ name, features }) => (
        <p key={name} className={styles.own}>{`Only in ${name}: ${features.join('; ')}.`}</p>
      ))}
    </section>
  )
}
