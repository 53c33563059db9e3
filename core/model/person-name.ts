/** Persian, Sinhala and other scripts need these two joiners between letters. */
const joined = /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu

/**
 * Whether a name has only visible characters and joiners between letters, and nothing that mail
 * programs take for a link.
 */
export const isPersonName = (name: string): boolean =>
  /^[^\p{C}:/\\<>@]+$/u.test(name.replace(joined, '$1'))
