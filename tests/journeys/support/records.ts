import type { Profile } from '#core/model/profile.ts'
import type { AnalyticsEvent } from '#sandbox/analytics-event.ts'
import type { ProductUrls } from './product.ts'

type Mail = {
  readonly to: string
  readonly kind: string
  readonly link: string
  readonly siteLink: string
}
type Sent = { readonly to: string; readonly subject: string; readonly text: string }
type Paid = {
  readonly customers: readonly { readonly id: string; readonly email: string | null }[]
  readonly subscriptions: readonly {
    readonly id: string
    readonly status: string
    readonly customer: string
    readonly trialEnd: number | null
  }[]
}
type Event = Required<Pick<AnalyticsEvent, 'name' | 'properties' | 'browser' | 'time'>>
type Report = { readonly summary: string; readonly report: Readonly<Record<string, unknown>> }

const json = async <T>(url: string, init?: RequestInit): Promise<T> => {
  const answer = await fetch(url, init)
  if (!answer.ok)
    throw new Error(
      `${init?.method ?? 'GET'} ${url} answered ${answer.status}: ${await answer.text()}`,
    )
  return (await answer.json()) as T
}

const webVitals = 'web_vitals_measured'

/** What the services behind the site know. */
export class Records {
  private readonly urls: ProductUrls

  constructor(urls: ProductUrls) {
    this.urls = urls
  }

  /** Mails to the address, oldest first. */
  async mails(email: string): Promise<readonly Mail[]> {
    const { data } = await json<{ data: Mail[] }>(
      `${this.urls.console}/api/mails?email=${encodeURIComponent(email)}`,
    )
    return data.toReversed()
  }

  /** Mails of the admin API to the address, newest first. */
  async notices(email: string): Promise<readonly Sent[]> {
    const address = `${this.urls.console}/api/notices?email=${encodeURIComponent(email)}`
    return (await json<{ data: Sent[] }>(address)).data
  }

  /**
   * The path on the site in the newest verification mail, for providers whose mails link to the
   * site itself.
   */
  async confirmationPath(email: string): Promise<string> {
    return this.mailPath(email, 'verification')
  }

  /** The path on the site in the newest mail of that kind. */
  async mailPath(email: string, wanted: string): Promise<string> {
    const mail = (await this.mails(email)).findLast(({ kind }) => kind === wanted)
    if (!mail) throw new Error(`No ${wanted} mail to ${email}`)
    const { pathname, search } = new URL(mail.siteLink)
    return pathname + search
  }

  /** Opens the newest mail's link as a mail program on another device would. */
  async confirmEmail(
    email: string,
    kind: 'verification' | 'email-change' = 'verification',
  ): Promise<void> {
    const mail = (await this.mails(email)).findLast((each) => each.kind === kind)
    if (!mail) throw new Error(`No ${kind} mail to ${email}`)
    const answer = await fetch(mail.link)
    if (!answer.ok) throw new Error(`The link of the mail answered ${answer.status}`)
  }

  /** The code in the newest text message to the phone. */
  async textCode(phone: string): Promise<string> {
    const { data } = await json<{ data: { to: string; code: string }[] }>(
      `${this.urls.console}/api/codes`,
    )
    const message = data.find(({ to }) => to === phone)
    if (!message) throw new Error(`No text message to ${phone}`)
    return message.code
  }

  /** Changes the email of an account as its owner, in a way that sends a mail to the old one. */
  async moveEmail(email: string, password: string, next: string): Promise<void> {
    const url = `${this.urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts:update?key=any`
    const body = JSON.stringify({ idToken: await this.idToken(email, password), email: next })
    await json(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  }

  /** When off, the identity service reveals who has an account, as older projects do. */
  async protectEnumeration(isOn: boolean): Promise<void> {
    await json(`${this.urls.authEmulator}/emulator/v1/projects/demo-evenkeel/config`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({
        signIn: { allowDuplicateEmails: false },
        emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn },
      }),
    })
  }

  /** An ID token, asked for as every client of the identity service does. */
  async idToken(email: string, password: string): Promise<string> {
    const url = `${this.urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`
    const body = JSON.stringify({ email, password, returnSecureToken: true })
    const headers = { 'Content-Type': 'application/json' }
    return (await json<{ idToken: string }>(url, { method: 'POST', headers, body })).idToken
  }

  /** The profile as the admin API returns it. */
  async profile(email: string, password: string): Promise<Profile> {
    const headers = { Authorization: `Bearer ${await this.idToken(email, password)}` }
    return (await json<{ data: Profile }>(`${this.urls.adminApi}/api/v1/me`, { headers })).data
  }

  /** The subscriptions that the payment provider has for the billing email. */
  async subscriptions(billingEmail: string): Promise<Paid['subscriptions']> {
    const { customers, subscriptions } = (
      await json<{ data: Paid }>(`${this.urls.console}/api/payments`)
    ).data
    const own = customers.filter(({ email }) => email === billingEmail).map(({ id }) => id)
    return subscriptions.filter(({ customer }) => own.includes(customer))
  }

  /** Ends a subscription immediately, as one can on the payment provider's own pages. */
  async endSubscription(id: string): Promise<void> {
    await this.provider(`/v1/subscriptions/${id}`, { method: 'DELETE' })
  }

  /** Lets time pass at the payment provider: trials end, and what is due is charged. */
  async letPass(days: number): Promise<void> {
    await this.provider('/_sandbox/clock/advance', { body: { seconds: days * 24 * 60 * 60 } })
  }

  /**
   * The response of the payment provider's API, or of its sandbox's controls (`/_sandbox/…`). A
   * body is sent as JSON to the controls and as a form otherwise; with one, `method` defaults to
   * POST.
   */
  async provider<T>(
    path: string,
    { method, body }: { method?: string; body?: Readonly<Record<string, string | number>> } = {},
  ): Promise<T> {
    const { stripe } = await json<{ stripe: { scriptUrl: string } }>(
      `${this.urls.site}/config.json`,
    )
    const isSandbox = path.startsWith('/_sandbox/')
    const form = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])
    return json<T>(new URL(path, stripe.scriptUrl).href, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        Authorization: 'Bearer sk_test_sandbox',
        ...(body && isSandbox && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isSandbox ? JSON.stringify(body) : new URLSearchParams(form) }),
    })
  }

  async events(): Promise<readonly Event[]> {
    return (
      await json<{ data: { events: { event: Event }[] } }>(`${this.urls.console}/api/events`)
    ).data.events.map(({ event }) => event)
  }

  /**
   * The events of one browser, in the order in which they happened: a view before what happened on
   * it in the same millisecond. Without the web vitals, which are sent when a page is left.
   */
  async eventsOf(id: string): Promise<readonly Event[]> {
    const isView = ({ name }: Event) => Number(name === 'web_page_viewed')
    return (await this.events())
      .filter(({ browser, name }) => browser === id && name !== webVitals)
      .toSorted((one, other) => one.time - other.time || isView(other) - isView(one))
  }

  /** The web vitals of one browser's page loads, in the order in which they were sent. */
  async webVitalsOf(id: string): Promise<readonly Event[]> {
    return (await this.events()).filter(({ browser, name }) => browser === id && name === webVitals)
  }

  /** Error reports, oldest first. */
  async errors(): Promise<readonly Report[]> {
    return (await json<{ data: { errors: Report[] } }>(`${this.urls.console}/api/events`)).data
      .errors
  }

  /** Asks the admin API as the site does. */
  async ask<T>(route: string, init?: RequestInit): Promise<T> {
    return (await json<{ data: T }>(`${this.urls.adminApi}/api/v1/${route}`, init)).data
  }
}
