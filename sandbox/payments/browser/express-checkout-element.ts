import { personalCard, walletToken } from '../cards.ts'
import type { ApiClient } from './api-client.ts'
import { intentPath } from './api-client.ts'
import { createListeners } from './listeners.ts'
import type { Listener } from './listeners.ts'
import type { Answer, FrameRequest } from './protocol.ts'
import { openWalletSheet } from './wallet-sheet.ts'
import type { WalletSheet } from './wallet-sheet.ts'

export interface ExpressCheckoutElement {
  mount(target: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: object): void
  on(name: string, listener: Listener): ExpressCheckoutElement
  once(name: string, listener: Listener): ExpressCheckoutElement
  off(name: string, listener?: Listener): ExpressCheckoutElement
  focus(): void
  blur(): void
  /** Internal to this script: sends a request for the wallet's card. */
  _ask(request: FrameRequest): Promise<Answer<unknown>>
  /** Internal to this script: does nothing, since the wallet does not use the appearance. */
  _configure(): void
}

/** Milliseconds in which a page has to call `resolve` for the sheet to open, as in Stripe.js. */
const RESOLVE_WITHIN = 1000

const unavailable = {
  applePay: false,
  amazonPay: false,
  googlePay: false,
  klarna: false,
  link: false,
  paypal: false,
}

/** A random card for a new visitor's wallet, since a card has one free trial. */
const someCard = () => personalCard(Math.floor(Math.random() * 10_000_000))

/**
 * The buttons of wallets: one test wallet, which poses as Google Pay, or none. `wallet` is the
 * number of its card, empty for a new one; null without a wallet.
 */
export const createExpressCheckoutElement = (
  api: ApiClient,
  wallet: string | null,
  onDestroy: () => void,
): ExpressCheckoutElement => {
  const { add, once, remove, clear, emit } = createListeners('expressCheckout')
  let place: HTMLElement | null = null
  let sheet: WalletSheet | null = null
  let token: string | null = null

  const close = () => {
    sheet?.close()
    sheet = null
  }

  const authorize = () => {
    token = walletToken(wallet || someCard())
    emit('confirm', { expressPaymentType: 'google_pay', paymentFailed: close })
  }

  const click = () => {
    let isOpen = true
    setTimeout(() => (isOpen = false), RESOLVE_WITHIN)
    emit('click', {
      expressPaymentType: 'google_pay',
      reject: () => (isOpen = false),
      resolve: () => {
        if (!isOpen) return
        isOpen = false
        close()
        sheet = openWalletSheet({
          onConfirm: authorize,
          onCancel: () => {
            close()
            emit('cancel')
          },
        })
      },
    })
  }

  const button = () => {
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = 'Test wallet'
    made.style.cssText =
      'display:block;width:100%;height:48px;border:1px solid #fff;border-radius:12px;background:#000;' +
      'color:#fff;font:500 16px/1.25 system-ui,sans-serif;cursor:pointer'
    made.addEventListener('click', click)
    return made
  }

  const send = (request: Exclude<FrameRequest, { action: 'validate' }>) => {
    const data = {
      type: 'card',
      card: { token },
      billing_details: { address: { country: 'US' }, ...request.billingDetails },
    }
    return request.action === 'createPaymentMethod'
      ? api.post('/v1/payment_methods', data)
      : api.post(`${intentPath(request.clientSecret)}/confirm`, {
          client_secret: request.clientSecret,
          payment_method_data: data,
          return_url: request.returnUrl,
          use_stripe_sdk: true,
        })
  }

  const element: ExpressCheckoutElement = {
    mount: (target) => {
      place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
      if (wallet !== null) place?.replaceChildren(button())
      const availablePaymentMethods =
        wallet === null ? undefined : { ...unavailable, googlePay: true }
      setTimeout(() => emit('ready', { availablePaymentMethods }))
    },
    unmount: () => {
      close()
      place?.replaceChildren()
      place = null
    },
    destroy: () => {
      element.unmount()
      clear()
      onDestroy()
    },
    update: () => undefined,
    on: (name, listener) => {
      add(name, listener)
      return element
    },
    once: (name, listener) => {
      once(name, listener)
      return element
    },
    off: (name, listener) => {
      remove(name, listener)
      return element
    },
    focus: () => place?.querySelector('button')?.focus(),
    blur: () => place?.querySelector('button')?.blur(),
    _ask: async (request) => {
      if (token === null)
        return { error: { type: 'validation_error', message: 'No wallet was chosen.' } }
      if (request.action === 'validate') return { value: null }
      const answer = await send(request)
      if (answer.value !== undefined) close()
      return answer
    },
    _configure: () => undefined,
  }
  return element
}
