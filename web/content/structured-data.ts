import { decimalAmount } from '#core/model/money.ts'
import type { Interval, Product } from '#core/model/plan.ts'
import { organisation } from './organisation.ts'
import { site } from '../site.ts'

const organisationId = `${site.url}/#organisation`

/** Who runs the site, and the site itself. */
export const organisationData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': organisationId,
      name: site.name,
      legalName: organisation.legalName,
      url: `${site.url}/`,
      logo: `${site.url}/icon-512.png`,
      description: site.description,
      email: organisation.mail.hello,
    },
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      name: site.name,
      url: `${site.url}/`,
      inLanguage: site.language,
      publisher: { '@id': organisationId },
    },
  ],
}

const durations: Readonly<Record<Interval, string>> = { month: 'P1M', year: 'P1Y' }

const offer = ({ name, price, interval }: Product) => ({
  '@type': 'Offer',
  name,
  url: `${site.url}/#plans`,
  price: decimalAmount(price),
  priceCurrency: price.currency.toUpperCase(),
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: decimalAmount(price),
    priceCurrency: price.currency.toUpperCase(),
    billingDuration: durations[interval],
  },
})

/** What is sold. The offers and prices come from the admin API; none are hard-coded. */
export const coachingData = (products: readonly Product[]) => ({
  '@context': 'https://schema.org',
  '@type': 'Service',
  '@id': `${site.url}/#coaching`,
  name: `${site.name} coaching`,
  serviceType: 'Personal-finance coaching',
  description: site.description,
  provider: { '@id': organisationId },
  ...(products.length > 0 && { offers: products.map(offer) }),
})
