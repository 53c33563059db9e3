/** Persian, Sinhala and other scripts join or part letters with these two, which are otherwise control characters. */
const joined = /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu

/** Whether a name holds only what can be seen, and joiners between letters. */
export const isPersonName = (name: string): boolean => /^\P{C}+$/u.test(name.replace(joined, '$1'))
