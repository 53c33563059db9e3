/** Formatting and checking of typed card data, with the wording of Stripe's Payment Element. */

export interface FieldError {
  code: string
  message: string
}

export type FieldName = 'number' | 'expiry' | 'cvc'

const BRANDS: {
  brand: string
  name: string
  pattern: RegExp
  lengths: number[]
  groups: number[]
}[] = [
  { brand: 'visa', name: 'Visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4] },
  {
    brand: 'mastercard',
    name: 'Mastercard',
    pattern: /^(5[1-5]|2[2-7])/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  { brand: 'amex', name: 'American Express', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  {
    brand: 'discover',
    name: 'Discover',
    pattern: /^6(011|4[4-9]|5)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  {
    brand: 'diners',
    name: 'Diners Club',
    pattern: /^3(0[0-5]|[689])/,
    lengths: [14, 16],
    groups: [4, 4, 4, 4],
  },
  { brand: 'jcb', name: 'JCB', pattern: /^35/, lengths: [16], groups: [4, 4, 4, 4] },
  {
    brand: 'unionpay',
    name: 'UnionPay',
    pattern: /^62/,
    lengths: [16, 19],
    groups: [4, 4, 4, 4, 3],
  },
]

const UNKNOWN = { brand: 'unknown', name: '', pattern: /^/, lengths: [16], groups: [4, 4, 4, 4] }

export const brandOf = (number: string) =>
  BRANDS.find(({ pattern }) => pattern.test(number)) ?? UNKNOWN

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

export const formatNumber = (text: string): string => {
  const digits = digitsOf(text)
  const { groups, lengths } = brandOf(digits)
  const kept = digits.slice(0, Math.max(...lengths))
  const parts: string[] = []
  let from = 0
  for (const size of groups) {
    if (from >= kept.length) break
    parts.push(kept.slice(from, from + size))
    from += size
  }
  return parts.join(' ')
}

/**
 * Formats an expiry date as `MM / YY`. A single digit above 1 becomes a month with a leading zero,
 * and a year of four digits is shortened to two.
 */
export const formatExpiry = (text: string, isDeleting: boolean): string => {
  const withCentury = /^\s*(\d{1,2})\s*(?:[/-]\s*)?20(\d{2})\s*$/.exec(text)
  const raw = withCentury ? `${withCentury[1]?.padStart(2, '0')}${withCentury[2]}` : digitsOf(text)
  const digits = (/^[2-9]/.test(raw) ? `0${raw}` : raw).slice(0, 4)
  if (digits.length < 2 || (isDeleting && digits.length === 2)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export const formatCvc = (text: string, number: string): string =>
  digitsOf(text).slice(0, brandOf(number).brand === 'amex' ? 4 : 3)

const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, char, index) => {
    const doubled = Number(char) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const numberError = (text: string): FieldError | null => {
  const digits = digitsOf(text)
  const { lengths, brand } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  }
  if (!passesLuhn(digits) || brand === 'unknown') {
    return { code: 'invalid_number', message: 'Your card number is invalid.' }
  }
  return null
}

export const expiryOf = (text: string): { month: number; year: number } => {
  const digits = digitsOf(text)
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) }
}

const expiryError = (text: string, today: Date): FieldError | null => {
  if (digitsOf(text).length < 4) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
  }
  const { month, year } = expiryOf(text)
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." }
  }
  if (year < today.getFullYear()) {
    return {
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    }
  }
  if (year > today.getFullYear() + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." }
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return {
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
    }
  }
  return null
}

const cvcError = (text: string, number: string): FieldError | null => {
  const length = brandOf(digitsOf(number)).brand === 'amex' ? 4 : 3
  return text.length < length
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : null
}

export const errorOf = (
  field: FieldName,
  values: Record<FieldName, string>,
  today: Date,
): FieldError | null => {
  if (field === 'number') return numberError(values.number)
  return field === 'expiry'
    ? expiryError(values.expiry, today)
    : cvcError(values.cvc, values.number)
}
