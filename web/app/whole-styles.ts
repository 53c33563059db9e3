/**
 * Puts the whole style sheet to use once it is there. Documents carry it for print alone, beside the rules that they need
 * themselves: the browser then fetches it after all else, and neither paint nor the start of the scripts waits for it.
 */
export const applyWholeStyles = (page: Document) => {
  const link = page.querySelector<HTMLLinkElement>('body > link[rel="stylesheet"][media="print"]')
  if (!link) return
  const apply = () => {
    link.media = 'all'
  }
  if (link.sheet) apply()
  else link.addEventListener('load', apply, { once: true })
}
