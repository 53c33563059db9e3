/** Pays the invoice of a hosted invoice page, with this sandbox's own Stripe.js. */
import type { Elements } from './elements.ts'

interface Result {
  error?: { message?: string }
}

interface PageStripe {
  elements(options: { clientSecret: string }): Elements
  confirmPayment(options: {
    elements: Elements
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<Result>
  handleNextAction(options: { clientSecret: string }): Promise<Result>
}

const { Stripe } = window as unknown as { Stripe: (publishableKey: string) => PageStripe }
const form = document.getElementById('pay') as HTMLFormElement
const problem = document.getElementById('problem') as HTMLElement
const { key = '', secret = '' } = form.dataset

const stripe = Stripe(key)
const elements = stripe.elements({ clientSecret: secret })
elements.create('payment').mount('#payment')

/** Shows the paid invoice, or why it is not paid. */
const finish = async (work: () => Promise<Result>): Promise<void> => {
  const buttons = [...form.querySelectorAll('button')]
  for (const button of buttons) button.disabled = true
  problem.textContent = ''
  const { error } = await work()
  if (!error) return location.reload()
  problem.textContent = error.message ?? 'The payment failed.'
  for (const button of buttons) button.disabled = false
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void finish(async () => {
    const { error } = await elements.submit()
    if (error) return { error }
    return stripe.confirmPayment({
      elements,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    })
  })
})

document.getElementById('authenticate')?.addEventListener('click', () => {
  void finish(() => stripe.handleNextAction({ clientSecret: secret }))
})
