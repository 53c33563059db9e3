import type { Product, Promotion } from '#core/model/plan.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import { organisation } from '../../content/organisation.ts'
import { paymentQuestions } from '../../content/words/payment-questions.ts'
import * as styles from './payment.module.css'

/** The usual questions about the payment, and where to ask anything else. */
export const PaymentQuestions = ({
  product,
  promotion,
  now,
}: {
  product: Product
  promotion: Promotion | null
  now: Date
}) => (
  <div className={styles.questions}>
    {paymentQuestions(product, promotion, now).map(({ question, answer }) => (
      <Disclosure key={question} summary={question}>
        <p>{answer}</p>
      </Disclosure>
    ))}
    <p>
      <span>Anything else? Write to</span>{' '}
      <a href={`mailto:${organisation.mail.hello}`}>{organisation.mail.hello}</a>
      <span>.</span>
    </p>
  </div>
)
