import { Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createStripe } from '#adapters/stripe/stripe.ts'
import type { CardForm as MountedCardForm, PaymentsPort } from '#core/ports/payments.ts'

const scriptUrl = new URLSearchParams(location.search).get('script') ?? ''

const { payments, CardForm } = createStripe({
  settings: async () => ({ publishableKey: 'pk_test_sandbox', scriptUrl }),
  document,
  locale: 'en',
})

/** A card form cannot leave the page, so every call uses the one shown here. */
let shown: MountedCardForm | null = null
const card = (): MountedCardForm => {
  if (!shown) throw new Error('There is no card form.')
  return shown
}

const port: PaymentsPort = {
  validateCard: () => payments.validateCard(card()),
  confirmCard: (input) => payments.confirmCard({ ...input, card: card() }),
  authenticate: payments.authenticate,
}

const skeleton = <p>Loading the card form</p>

const Checkout = () => {
  const [status, setStatus] = useState('waiting')
  return (
    <>
      <Suspense fallback={skeleton}>
        <CardForm
          currency="usd"
          onReady={(ready) => {
            shown = ready
            setStatus('ready')
          }}
          onUnavailable={() => setStatus('unavailable')}
          skeleton={skeleton}
          renderUnavailable={(retry) => (
            <button type="button" onClick={retry}>
              Try again
            </button>
          )}
        />
      </Suspense>
      <output>{status}</output>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Checkout />)
Object.assign(window, { port })
