/** Resolves to whether the sheet could be had. */
const load = (link: HTMLLinkElement): Promise<boolean> =>
  new Promise((resolve) => {
    if (link.sheet) return resolve(true)
    link.addEventListener('load', () => resolve(true), { once: true })
    link.addEventListener('error', () => resolve(false), { once: true })
    link.disabled = false
  })

const sheetOf = (page: Document) => page.querySelector<HTMLLinkElement>('body > link[rel="stylesheet"]')

export const hasWholeStyles = (page: Document): boolean => sheetOf(page)?.media === 'all'

/**
 * Puts the whole style sheet to use once it is there, but for what every document has itself. Documents name it for print alone,
 * beside the rules that they need: the browser then fetches it after all else or, where it is disabled, when it is asked for here.
 * Neither paint nor the start of the scripts waits for it. Resolves when it is in use, or can not be had.
 */
export const applyWholeStyles = async (page: Document): Promise<void> => {
  const link = sheetOf(page)
  if (link && (await load(link))) link.media = 'all'
}
