/** Persian, Sinhala and other scripts need these two joiners between letters. */
const joined = /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu

/** Whether a name has only visible characters, and joiners between letters. */
export const isPersonName = (name: string): boolean => /^\P{C}+$/u.test(name.replace(joined, '$1'))
