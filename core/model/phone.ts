/** A phone number as people type it, before it is stored as E.164. */
const phoneShape = /^\+[\d\s().-]+$/

/**
 * The countries where a zero is dialled before a number at home and never from abroad. In others,
 * as in Italy, it belongs to the number. Source: ITU, Dialling procedures.
 */
const trunkZero =
  /^\+(20|27|3[1-3]|40|41|43|44|46|49|51|58|6[0-4]|66|8[124]|86|9[0-5]|98|21[238]|23[34]|25[1456]|26[03]|353|355|358|359|38[015679]|421|85[56]|880|886|96[1-46]|97[1267])0/

/** "+44 (0)20 7946 0958" gives "+442079460958", and so does "+44 020 7946 0958". */
export const toE164 = (phone: string): string =>
  `+${phone.replace('(0)', '').replace(/\D/g, '')}`.replace(trunkZero, '+$1')

/** Whether it is a complete phone number with its country code. */
export const isPhone = (phone: string): boolean =>
  phoneShape.test(phone) && /^\+[1-9]\d{6,14}$/.test(toE164(phone))

/** "ending in 0958": enough to recognise one's own phone, however much of it the provider hides. */
export const phoneEnding = (phone: string): string => `ending in ${phone.slice(-4)}`
