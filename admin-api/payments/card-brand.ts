/** The networks' names as they write them; others with a capital letter. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

/** A card's network as it is written, from the provider's name of it. */
export const brandName = (brand: string): string =>
  brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
