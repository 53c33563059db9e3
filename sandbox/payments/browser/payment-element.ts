import type {
  Answer,
  FormState,
  FrameOptions,
  FrameRequest,
  FromFrame,
  ToFrame,
} from './protocol.ts'
import { createListeners } from './listeners.ts'
import type { Listener } from './listeners.ts'
import { CONNECT } from './protocol.ts'

export interface PaymentElementOptions {
  defaultValues?: { billingDetails?: { address?: { country?: string } } }
  fields?: {
    billingDetails?:
      'auto' | 'never' | { address?: 'auto' | 'never' | { country?: 'auto' | 'never' } }
  }
  readOnly?: boolean
}

export interface PaymentElement {
  mount(target: string | HTMLElement): void
  unmount(): void
  destroy(): void
  update(options: PaymentElementOptions): void
  on(name: string, listener: Listener): PaymentElement
  once(name: string, listener: Listener): PaymentElement
  off(name: string, listener?: Listener): PaymentElement
  focus(): void
  blur(): void
  clear(): void
  collapse(): void
  /** Internal to this script: sends a request about what was typed to the frame. */
  _ask(request: FrameRequest): Promise<Answer<unknown>>
  /** Internal to this script: applies the appearance again. */
  _configure(): void
}

const LOAD_WITHIN = 15_000

const notMounted: Answer<never> = {
  error: {
    type: 'invalid_request_error',
    message:
      'The Payment Element is not mounted. Make sure that it is mounted and ready before it is used.',
  },
}

const showsCountry = ({ fields }: PaymentElementOptions): boolean => {
  const billing = fields?.billingDetails
  if (billing === 'never') return false
  const address = typeof billing === 'object' ? billing.address : undefined
  return address !== 'never' && !(typeof address === 'object' && address.country === 'never')
}

let frameCount = 0

/** The card form, in a frame of the sandbox's origin. `onDestroy` frees its place in the group. */
export const createPaymentElement = (
  origin: string,
  given: PaymentElementOptions,
  shared: () => Pick<FrameOptions, 'publishableKey' | 'appearance' | 'fonts'>,
  onDestroy: () => void,
): PaymentElement => {
  const { add, once, remove, clear, emit } = createListeners('payment')
  const waiting = new Map<number, (answer: Answer<unknown>) => void>()
  let options = given
  let frame: HTMLIFrameElement | null = null
  let port: MessagePort | null = null
  let loading: ReturnType<typeof setTimeout> | undefined
  let requests = 0

  const frameOptions = (): FrameOptions => ({
    ...shared(),
    showsCountry: showsCountry(options),
    country: options.defaultValues?.billingDetails?.address?.country ?? 'US',
    readOnly: options.readOnly ?? false,
  })

  const say = (message: ToFrame): void => port?.postMessage(message)

  const tellChange = ({ empty, complete, country }: FormState): void =>
    emit('change', {
      empty,
      complete,
      collapsed: false,
      value: { type: 'card', billingDetails: { address: { country, postalCode: null } } },
    })

  const onMessage = (message: FromFrame): void => {
    if (message.type === 'ready') {
      clearTimeout(loading)
      emit('ready')
    } else if (message.type === 'height') {
      if (frame) frame.style.height = `${message.height}px`
    } else if (message.type === 'change') {
      tellChange(message.state)
    } else if (message.type === 'reply') {
      waiting.get(message.id)?.(message.answer)
      waiting.delete(message.id)
    } else {
      emit(message.type)
    }
  }

  const connect = (target: Window): void => {
    const channel = new MessageChannel()
    port?.close()
    port = channel.port1
    port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => onMessage(data))
    port.start()
    target.postMessage({ type: CONNECT, options: frameOptions() }, origin, [channel.port2])
  }

  const failToLoad = (): void =>
    emit('loaderror', {
      error: { type: 'api_connection_error', message: 'The Payment Element could not be loaded.' },
    })

  const unmount = (): void => {
    clearTimeout(loading)
    port?.close()
    port = null
    frame?.parentElement?.classList.remove('StripeElement')
    frame?.remove()
    frame = null
    for (const answer of waiting.values()) answer(notMounted)
    waiting.clear()
  }

  const element: PaymentElement = {
    mount: (target) => {
      const place =
        typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
      if (!place) {
        throw new Error(
          `The selector you specified (${String(target)}) applies to no DOM elements that are currently on the page.`,
        )
      }
      unmount()
      frameCount += 1
      const made = document.createElement('iframe')
      frame = made
      made.name = `__privateStripeFrame${frameCount}`
      made.title = 'Secure payment input frame'
      made.src = `${origin}/elements/payment.html`
      made.style.cssText =
        'border:0;display:block;width:100%;height:240px;overflow:hidden;color-scheme:light only;user-select:none'
      made.addEventListener('load', () => {
        if (made.contentWindow && frame === made) connect(made.contentWindow)
      })
      loading = setTimeout(failToLoad, LOAD_WITHIN)
      place.classList.add('StripeElement')
      place.replaceChildren(made)
      emit('loaderstart')
    },
    unmount,
    destroy: () => {
      unmount()
      clear()
      onDestroy()
    },
    update: (more) => {
      options = { ...options, ...more }
      element._configure()
    },
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
    focus: () => say({ type: 'command', name: 'focus' }),
    blur: () => say({ type: 'command', name: 'blur' }),
    clear: () => say({ type: 'command', name: 'clear' }),
    collapse: () => undefined,
    _ask: (request) => {
      if (!port) return Promise.resolve(notMounted)
      requests += 1
      const id = requests
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        say({ type: 'request', id, request })
      })
    },
    _configure: () => say({ type: 'configure', options: frameOptions() }),
  }
  return element
}
