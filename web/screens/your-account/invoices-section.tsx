import { observer } from 'mobx-react-lite'
import type { Invoice, InvoiceStatus } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { formatShortDate } from '../../content/words/money-words.ts'
import { cardName } from '../../content/words/card-words.ts'
import { taxWords } from '../../content/words/invoice-words.ts'
import { refundedWords } from '../../content/words/withdrawal-words.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import * as styles from './invoices-section.module.css'

const statusWords: Readonly<Record<InvoiceStatus, string>> = {
  paid: 'Paid',
  open: 'Due',
  uncollectible: 'Not paid',
  void: 'Cancelled',
}

const Row = ({ invoice }: { invoice: Invoice }) => {
  const { createdAt, number, status, total, refunded, card, url, pdfUrl } = invoice
  const date = formatShortDate(new Date(createdAt))
  const tax = taxWords(invoice)
  const links = [
    { href: url, label: 'View', names: ` invoice ${number ?? `of ${date}`}` },
    { href: pdfUrl, label: 'PDF', names: ` of invoice ${number ?? `of ${date}`}` },
  ]
  return (
    <li>
      <time dateTime={createdAt}>{date}</time>
      <span>
        <b>{formatMoney(total)}</b>
        {tax && <small>{tax}</small>}
      </span>
      <span>
        <span>{refunded === null ? statusWords[status] : refundedWords(total, refunded)}</span>
        {card && <small>{cardName(card)}</small>}
      </span>
      {(url ?? pdfUrl) ? (
        <span className={styles.links}>
          {links.map(
            ({ href, label, names }) =>
              href && (
                <a key={label} href={href} rel="noopener">
                  <span>{label}</span>
                  <span className="visually-hidden">{names}</span>
                </a>
              ),
          )}
        </span>
      ) : (
        <span>{number}</span>
      )}
    </li>
  )
}

/** What was billed, newest first. */
export const InvoicesSection = observer(() => {
  const yourAccount = useStore(YourAccountStore)
  const { records } = yourAccount
  return (
    <AccountSection part="invoices">
      {records === null ? (
        <Awaited
          part="invoices"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      ) : records.invoices.length === 0 ? (
        <p className={styles.none}>No invoices yet.</p>
      ) : (
        <ul className={`plain figures ${styles.invoices}`}>
          {records.invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </AccountSection>
  )
})
