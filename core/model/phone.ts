/** How people write a number; how it is stored is E.164. */
const phoneShape = /^\+[\d\s().-]+$/

/** "+44 (0)20 7946 0958" gives "+442079460958". */
export const toE164 = (phone: string): string => `+${phone.replace('(0)', '').replace(/\D/g, '')}`

/** Whether it is a whole number with its country code. */
export const isPhone = (phone: string): boolean => phoneShape.test(phone) && /^\+[1-9]\d{6,14}$/.test(toE164(phone))

/** "ending in 0958": enough to know one's own phone by, whatever the provider hides of it. */
export const phoneEnding = (phone: string): string => `ending in ${phone.slice(-4)}`
