/** The networks' own spelling of their names, where it differs from a mere capital letter. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

/** Returns the display name of a card's network, from the provider's name of it. */
export const brandName = (brand: string): string =>
  brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
