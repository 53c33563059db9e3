import { observer } from 'mobx-react-lite'
import type { Invoice, InvoiceStatus } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import { useStores } from '../../app/session.tsx'
import { formatShortDate } from '../words/money-words.ts'
import { AccountSection } from './account-section.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'
import * as styles from './your-account.module.css'

const statusWords: Readonly<Record<InvoiceStatus, string>> = {
  paid: 'Paid',
  open: 'Open',
  uncollectible: 'Not paid',
  void: 'Void',
}

const Row = ({ invoice: { createdAt, number, status, total, url } }: { invoice: Invoice }) => {
  const date = formatShortDate(new Date(createdAt))
  return (
    <tr>
      <td>
        <time dateTime={createdAt}>{date}</time>
      </td>
      <td>{formatMoney(total)}</td>
      <td>{statusWords[status]}</td>
      <td>
        {url ? (
          <a href={url} rel="noopener">
            View<span className="visually-hidden"> invoice {number ?? `of ${date}`}</span>
          </a>
        ) : (
          number
        )}
      </td>
    </tr>
  )
}

/** What was billed. */
export const InvoicesSection = observer(() => {
  const { yourAccount } = useStores()
  const { records } = yourAccount
  return (
    <AccountSection id="invoices" title="Invoices">
      {records === null ? (
        <PanelSkeleton isFailed={yourAccount.isLoadFailed} retry={() => void yourAccount.load()} shape="control" />
      ) : records.invoices.length === 0 ? (
        <p className={styles.soft}>Nothing has been billed. Invoices appear here from the first day of a plan.</p>
      ) : (
        <table className={`figures ${styles.invoices}`}>
          <caption className="visually-hidden">Your invoices, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Amount</th>
              <th scope="col">Status</th>
              <th scope="col">Invoice</th>
            </tr>
          </thead>
          <tbody>
            {records.invoices.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      )}
    </AccountSection>
  )
})
