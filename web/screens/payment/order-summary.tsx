import { Link } from 'gatsby'
import { stepPath } from '#core/model/journeys.ts'
import { formatMoney } from '#core/model/money.ts'
import { firstCharge } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { Panel } from '../../components/panel.tsx'
import { site } from '../../site.ts'
import { days, formatDate, promotionWords } from '../words/money-words.ts'
import * as styles from './payment.module.css'

export interface OrderSummaryProps {
  journey: JourneyName
  product: Product
  promotion: Promotion | null
  now: Date
}

/** What is bought, what it costs today and what it costs when. */
export const OrderSummary = ({ journey, product, promotion, now }: OrderSummaryProps) => {
  const { at, amount, discount } = firstCharge(product, promotion, now)
  const hasTrial = product.trialDays > 0
  const rows = [
    { label: `${site.name} ${product.name}`, value: formatMoney(product.price) },
    ...(promotion
      ? [{ label: `${promotion.code}, ${promotionWords(promotion)}`, value: `−${formatMoney(discount)}` }]
      : []),
    ...(hasTrial
      ? [{ label: `Today, ${days(product.trialDays)} free`, value: formatMoney({ ...amount, amount: 0 }) }]
      : []),
  ]
  return (
    <Panel
      title="Your order"
      rows={rows}
      total={{ label: hasTrial ? `On ${formatDate(at)}` : 'Today', value: formatMoney(amount) }}
    >
      <p className={styles.edit}>
        <Link to={stepPath(journey, 'choose-subscription-plan')}>Change plan or code</Link>
      </p>
    </Panel>
  )
}
