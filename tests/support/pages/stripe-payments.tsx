import { Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createStripe } from '#adapters/stripe/stripe.ts'
import type { CardForm as MountedCardForm, PaymentsPort } from '#core/ports/payments.ts'

const query = new URLSearchParams(location.search)
const scriptUrl = query.get('script') ?? ''
const fontUrl = query.get('font')

const { payments, CardForm } = createStripe({
  settings: async () => ({ publishableKey: 'pk_test_sandbox', scriptUrl }),
  document,
  locale: 'en',
  fonts: fontUrl === null ? [] : [{ family: 'Page Font', src: `url(${fontUrl})` }],
})

/** Stops saving an authorized wallet, as the page does when the order fails. */
let giveUp = () => {}

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
          wallets={{
            mayOpen: () => query.get('wallets') !== 'closed',
            onAuthorized: (wallet) => {
              shown = wallet
              setStatus('authorized')
              return new Promise<void>((resolve) => {
                giveUp = resolve
              })
            },
            onCancel: () => setStatus('cancelled'),
            divider: <p>or pay by card</p>,
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
Object.assign(window, { port, giveUp: () => giveUp() })
