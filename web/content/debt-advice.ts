export type DebtAdviser = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
  readonly url: string
  /** What it is, and what it costs if not all of it is free. */
  readonly about: string
}

/**
 * Debt advice that is free, or free at first, from charities and public bodies. Nobody pays to be
 * listed here. Check the addresses once a year.
 */
export const debtAdvisers: readonly DebtAdviser[] = [
  {
    country: 'AU',
    name: 'National Debt Helpline',
    url: 'https://ndh.org.au',
    about: 'Free and confidential financial counsellors, by phone or chat.',
  },
  {
    country: 'AT',
    name: 'Schuldenberatung',
    url: 'https://www.schuldenberatung.at',
    about: 'The state-approved debt advice services, free of charge.',
  },
  {
    country: 'CA',
    name: 'Credit Counselling Canada',
    url: 'https://creditcounsellingcanada.ca',
    about: 'Non-profit agencies. A first session is usually free; some programmes have a fee.',
  },
  {
    country: 'DE',
    name: 'Schuldnerberatung',
    url: 'https://www.meine-schulden.de',
    about: 'Finds a non-profit advice centre near you. Their advice is free in most places.',
  },
  {
    country: 'GB',
    name: 'StepChange',
    url: 'https://www.stepchange.org',
    about: 'A charity that gives free debt advice, online or by phone.',
  },
  {
    country: 'GB',
    name: 'MoneyHelper',
    url: 'https://www.moneyhelper.org.uk',
    about: 'The government’s free service, which also finds an adviser near you.',
  },
  {
    country: 'IE',
    name: 'MABS',
    url: 'https://mabs.ie',
    about: 'The state’s Money Advice and Budgeting Service, free and confidential.',
  },
  {
    country: 'NL',
    name: 'Geldfit',
    url: 'https://geldfit.nl',
    about: 'Finds free help near you, from your municipality or a charity.',
  },
  {
    country: 'NZ',
    name: 'MoneyTalks',
    url: 'https://www.moneytalks.co.nz',
    about: 'A free and confidential helpline with financial mentors.',
  },
  {
    country: 'CH',
    name: 'Schuldenberatung Schweiz',
    url: 'https://schulden.ch',
    about: 'Finds the non-profit debt advice service in your canton.',
  },
  {
    country: 'US',
    name: 'National Foundation for Credit Counseling',
    url: 'https://www.nfcc.org',
    about: 'Non-profit agencies. A first session is usually free; some programmes have a fee.',
  },
]

/** The country that a browser's languages name first; null when none names one. */
export const countryOf = (languages: readonly string[]): string | null => {
  for (const language of languages) {
    const [, country] = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language) ?? []
    if (country) return country.toUpperCase()
  }
  return null
}
