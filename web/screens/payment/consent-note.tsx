import { routes } from '#core/model/routes.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { ShownTerms } from '#core/model/subscription.ts'
import { shownOrder, TERMS } from '../../content/words/consent-words.ts'

/** What the visitor agrees to, word for word, with a link to the terms of use. */
export const ConsentNote = ({ text }: Pick<ShownTerms, 'text'>) => {
  const [before, ...after] = text.split(TERMS)
  if (after.length === 0) return <p>{text}</p>
  return (
    <p>
      <span>{before}</span>
      <a href={routes.termsOfUse} target="_blank" rel="noopener">
        {TERMS}
      </a>
      <span>{after.join(TERMS)}</span>
    </p>
  )
}

/** What the visitor agrees to by ordering. */
export const OrderConsent = ({
  product,
  promotion,
  now,
}: {
  product: Product
  promotion: Promotion | null
  now: Date
}) => <ConsentNote text={shownOrder(product, promotion, now).consent.text} />
