import { observer } from 'mobx-react-lite'
import type { Invoice, InvoiceStatus } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { formatShortDate } from '../../content/words/money-words.ts'
import { refundedWords } from '../../content/words/withdrawal-words.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './bones.tsx'
import * as styles from './invoices-section.module.css'

const statusWords: Readonly<Record<InvoiceStatus, string>> = {
  paid: 'Paid',
  open: 'Open',
  uncollectible: 'Not paid',
  void: 'Void',
}

const Row = ({
  invoice: { createdAt, number, status, total, refunded, url },
}: {
  invoice: Invoice
}) => {
  const date = formatShortDate(new Date(createdAt))
  return (
    <li>
      <time dateTime={createdAt}>{date}</time>
      <b>{formatMoney(total)}</b>
      <span>{refunded === null ? statusWords[status] : refundedWords(total, refunded)}</span>
      {url ? (
        <a href={url} rel="noopener">
          <span>View</span>
          <span className="visually-hidden">{` invoice ${number ?? `of ${date}`}`}</span>
        </a>
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
        <p className={styles.none}>
          Nothing has been billed yet. Invoices will appear here once you start a plan.
        </p>
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
