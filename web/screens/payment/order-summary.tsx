import type { ReactNode } from 'react'
import { formatMoney } from '#core/model/money.ts'
import { firstCharge } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import { trialOf } from '#core/model/trial.ts'
import { Panel } from '../../components/panel.tsx'
import { site } from '../../site.ts'
import { days, formatDate, promotionWords } from '../../content/words/money-words.ts'
import { TrialLine } from '../plan/trial-line.tsx'
import * as styles from './payment.module.css'

export interface OrderSummaryProps {
  product: Product
  promotion: Promotion | null
  /** A code that was refused; its row stays, so that nothing shifts. */
  removed?: Promotion | null
  now: Date
  /** A link for changing the choice. */
  change?: ReactNode
}

/** What is ordered, what it costs today, and what it costs later and when. */
export const OrderSummary = ({
  product,
  promotion,
  removed = null,
  now,
  change,
}: OrderSummaryProps) => {
  const { at, amount, discount } = firstCharge(product, promotion, now)
  const trial = trialOf(product, promotion, now)
  const code = promotion ?? removed
  const rows = [
    { label: `${site.name} ${product.name}`, value: formatMoney(product.price) },
    ...(code
      ? [
          {
            label: `${code.code}, ${promotionWords(code)}`,
            value: promotion ? `−${formatMoney(discount)}` : 'Removed',
          },
        ]
      : []),
    ...(trial
      ? [
          {
            label: `Today, ${days(product.trialDays)} free`,
            value: formatMoney({ ...amount, amount: 0 }),
          },
        ]
      : []),
  ]
  return (
    <Panel
      title="Your order"
      rows={rows}
      total={{ label: trial ? `On ${formatDate(at)}` : 'Today', value: formatMoney(amount) }}
    >
      {trial && <TrialLine trial={trial} now={now} />}
      {change && <p className={styles.edit}>{change}</p>}
    </Panel>
  )
}
