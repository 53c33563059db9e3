import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createLoadStripe } from '#adapters/stripe/load-stripe.ts'
import { StripeCardForm } from '#adapters/stripe/stripe-card-form.tsx'
import { createStripePayments } from '#adapters/stripe/stripe-payments.ts'
import type { CardForm, PaymentsPort } from '#core/ports/payments.ts'

const scriptUrl = new URLSearchParams(location.search).get('script') ?? ''

const loadStripe = createLoadStripe({ settings: async () => ({ publishableKey: 'pk_test_sandbox', scriptUrl }), document })
const payments = createStripePayments({ loadStripe })

/** A card form cannot leave the page: whichever is asked about, it is the one shown here. */
let shown: CardForm | null = null
const card = (): CardForm => {
  if (!shown) throw new Error('There is no card form.')
  return shown
}

const port: PaymentsPort = {
  validateCard: () => payments.validateCard(card()),
  confirmCard: (input) => payments.confirmCard({ ...input, card: card() }),
  authenticate: payments.authenticate,
}

const Checkout = () => {
  const [status, setStatus] = useState('waiting')
  return (
    <>
      <StripeCardForm
        loadStripe={loadStripe}
        currency="usd"
        locale="en"
        onReady={(ready) => {
          shown = ready
          setStatus('ready')
        }}
        onUnavailable={() => setStatus('unavailable')}
        skeleton={<p>Loading the card form</p>}
        renderUnavailable={(retry) => (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      />
      <output>{status}</output>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Checkout />)
Object.assign(window, { port })
