import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { StrictMode, useState } from 'react'
import type { FormEvent } from 'react'
import { createRoot } from 'react-dom/client'

const stripePromise = loadStripe('pk_test_sandbox')
const clientSecret = new URLSearchParams(location.search).get('secret') ?? ''

const Form = () => {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState('')

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements) return
    setResult('working')
    const submitted = await elements.submit()
    if (submitted.error) return setResult(submitted.error.code ?? '')
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      clientSecret,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    })
    setResult(error ? `${error.code}: ${error.message}` : setupIntent.status)
  }

  return (
    <form onSubmit={(event) => void pay(event)}>
      <PaymentElement onReady={() => setResult('ready')} />
      <button type="submit">Pay</button>
      <output id="result">{result}</output>
    </form>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Elements stripe={stripePromise} options={{ mode: 'setup', currency: 'usd' }}>
        <Form />
      </Elements>
    </StrictMode>,
  )
}
