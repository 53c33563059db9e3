import type { Cause } from '../domain/notices.ts'
import type { Money, Product } from '../domain/subscription.ts'
import { tellMoney } from './formats.ts'
import type { MailContent } from './mail-content.ts'

export type About = {
  /** Null when it is no longer known. */
  readonly plan: Pick<Product, 'name' | 'interval'> | null
  readonly firstName: string | null
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string
}

export type CauseOf<Kind extends Cause['kind']> = Extract<Cause, { readonly kind: Kind }>
export type NoticeWords = Omit<MailContent, 'firstName'>
export type NoticeWriter<Kind extends Cause['kind']> = (
  cause: CauseOf<Kind>,
  about: About,
) => NoticeWords

export const planName = ({ plan }: About): string => (plan ? `your ${plan.name} plan` : 'your plan')
export const accountUrl = ({ siteUrl }: About): string => `${siteUrl}/account`
export const seePlan = (about: About) => ({ label: 'See my plan', url: accountUrl(about) })

/** `$89.99 a year` */
export const recurring = (price: Money, { plan }: About): string =>
  plan === null ? tellMoney(price) : `${tellMoney(price)} a ${plan.interval}`

/** ` for one year of Annual` */
export const forWhat = ({ plan }: About): string =>
  plan === null ? ' for your plan' : ` for one ${plan.interval} of ${plan.name}`

export const planFact = ({ plan }: About): MailContent['facts'] =>
  plan === null ? [] : [['Plan', plan.name]]
