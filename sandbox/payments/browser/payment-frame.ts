/** Runs inside the payment frame: the card fields, and the calls that send them to the API. */
import { applyAppearance, loadFonts } from './appearance.ts'
import { createApiClient, intentPath } from './api-client.ts'
import type { ApiClient } from './api-client.ts'
import {
  brandOf,
  digitsOf,
  errorOf,
  expiryOf,
  formatCvc,
  formatExpiry,
  formatNumber,
} from './card-fields.ts'
import type { FieldError, FieldName } from './card-fields.ts'
import { fillCountries } from './countries.ts'
import { CONNECT } from './protocol.ts'
import type {
  Answer,
  BillingDetails,
  FormState,
  FrameOptions,
  FrameRequest,
  FromFrame,
  ToFrame,
} from './protocol.ts'

const FIELDS: FieldName[] = ['number', 'expiry', 'cvc']

const byId = <T extends HTMLElement>(id: string): T => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the frame has no #${id}`)
  return element as T
}

const inputs = {
  number: byId<HTMLInputElement>('payment-numberInput'),
  expiry: byId<HTMLInputElement>('payment-expiryInput'),
  cvc: byId<HTMLInputElement>('payment-cvcInput'),
}
const form = byId<HTMLFormElement>('payment')
const country = byId<HTMLSelectElement>('payment-countryInput')
const countryField = byId('country-field')
const brand = byId('brand')
const ruleSheet = document.head.appendChild(document.createElement('style'))

let port: MessagePort | null = null
let api: ApiClient = createApiClient(location.origin, '')

const say = (message: FromFrame): void => port?.postMessage(message)

const values = (): Record<FieldName, string> => ({
  number: inputs.number.value,
  expiry: inputs.expiry.value,
  cvc: inputs.cvc.value,
})

const check = (field: FieldName): FieldError | null => errorOf(field, values(), new Date())

const show = (field: FieldName, error: FieldError | null): void => {
  byId(`payment-${field}Error`).textContent = error?.message ?? ''
  inputs[field].setAttribute('aria-invalid', String(error !== null))
  inputs[field].classList.toggle('Input--invalid', error !== null)
}

const state = (): FormState => ({
  empty: FIELDS.every((field) => inputs[field].value === ''),
  complete: FIELDS.every((field) => check(field) === null),
  brand: brandOf(digitsOf(inputs.number.value)).brand,
  country: country.value,
})

let told = ''
const tellState = (): void => {
  const next = state()
  if (JSON.stringify(next) === told) return
  told = JSON.stringify(next)
  say({ type: 'change', state: next })
}

/** Where the caret goes in `text` to stand after its `count`-th digit. */
const positionAfterDigits = (text: string, count: number): number => {
  let position = 0
  for (let seen = 0; seen < count && position < text.length; position += 1) {
    if (/\d/.test(text[position] ?? '')) seen += 1
  }
  return position
}

/** Writes a formatted value back with the caret after the same digit. */
const rewrite = (input: HTMLInputElement, formatted: string): void => {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length
  input.value = formatted
  if (document.activeElement !== input) return
  const position = isAtEnd ? formatted.length : positionAfterDigits(formatted, digitsBefore)
  input.setSelectionRange(position, position)
}

const format = (field: FieldName, isDeleting: boolean): void => {
  const input = inputs[field]
  if (field === 'number') {
    rewrite(input, formatNumber(input.value))
    const { name } = brandOf(digitsOf(input.value))
    brand.textContent = name
    const cvc = formatCvc(inputs.cvc.value, digitsOf(input.value))
    if (cvc !== inputs.cvc.value) inputs.cvc.value = cvc
  } else if (field === 'expiry') {
    rewrite(input, formatExpiry(input.value, isDeleting))
  } else {
    rewrite(input, formatCvc(input.value, digitsOf(inputs.number.value)))
  }
}

const isIncomplete = (error: FieldError | null): boolean =>
  error?.code.startsWith('incomplete') ?? false

for (const field of FIELDS) {
  const input = inputs[field]
  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    format(field, isDeleting)
    const error = check(field)
    show(field, isIncomplete(error) ? null : error)
    tellState()
  })
  input.addEventListener('blur', () => {
    if (input.value !== '') show(field, check(field))
    say({ type: 'blur' })
  })
  input.addEventListener('focus', () => say({ type: 'focus' }))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') say({ type: 'escape' })
  })
}
country.addEventListener('change', tellState)
form.addEventListener('submit', (event) => event.preventDefault())

const validate = (): Answer<null> => {
  let first: FieldError | null = null
  for (const field of FIELDS) {
    const error = check(field)
    show(field, error)
    if (error && !first) {
      first = error
      inputs[field].focus()
    }
  }
  return first ? { error: { type: 'validation_error', ...first } } : { value: null }
}

const paymentMethodData = (billing: BillingDetails) => {
  const { month, year } = expiryOf(inputs.expiry.value)
  const shown = countryField.hidden ? {} : { country: country.value }
  return {
    type: 'card',
    card: {
      number: digitsOf(inputs.number.value),
      exp_month: month,
      exp_year: year,
      cvc: inputs.cvc.value,
    },
    billing_details: {
      name: billing.name,
      email: billing.email,
      phone: billing.phone,
      address: { ...shown, ...billing.address },
    },
  }
}

const answer = async (request: FrameRequest): Promise<Answer<unknown>> => {
  const checked = validate()
  if (checked.error || request.action === 'validate') return checked
  if (request.action === 'createPaymentMethod') {
    return api.post('/v1/payment_methods', paymentMethodData(request.billingDetails))
  }
  return api.post(`${intentPath(request.clientSecret)}/confirm`, {
    client_secret: request.clientSecret,
    payment_method_data: paymentMethodData(request.billingDetails),
    return_url: request.returnUrl,
    use_stripe_sdk: true,
  })
}

const configure = (options: FrameOptions): void => {
  api = createApiClient(location.origin, options.publishableKey)
  applyAppearance(options.appearance, ruleSheet)
  loadFonts(options.fonts)
  countryField.hidden = !options.showsCountry
  if (country.value === '') fillCountries(country, options.country)
  country.disabled = options.readOnly
  for (const field of FIELDS) inputs[field].readOnly = options.readOnly
  form.removeAttribute('aria-busy')
}

const clear = (): void => {
  for (const field of FIELDS) {
    inputs[field].value = ''
    show(field, null)
  }
  brand.textContent = ''
  tellState()
}

const command = (name: 'focus' | 'blur' | 'clear'): void => {
  if (name === 'clear') return clear()
  if (name === 'focus') return inputs.number.focus()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const listen = (message: ToFrame): void => {
  if (message.type === 'configure') return configure(message.options)
  if (message.type === 'command') return command(message.name)
  void answer(message.request).then((result) =>
    say({ type: 'reply', id: message.id, answer: result }),
  )
}

window.addEventListener(
  'message',
  (event: MessageEvent<{ type?: string; options?: FrameOptions }>) => {
    const [given] = event.ports
    if (
      event.source !== window.parent ||
      event.data?.type !== CONNECT ||
      !event.data.options ||
      !given
    )
      return
    port?.close()
    port = given
    port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => listen(data))
    port.start()
    configure(event.data.options)
    say({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
    say({ type: 'ready' })
  },
)

new ResizeObserver(() => {
  say({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
}).observe(document.body)
