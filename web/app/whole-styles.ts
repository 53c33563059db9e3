/**
 * Puts the whole style sheet to use once it is there, but for what every document has itself. Documents name it for print alone,
 * beside the rules that they need: the browser then fetches it after all else or, where it is disabled, when it is asked for here.
 * Neither paint nor the start of the scripts waits for it. Resolves when that is done or can not be.
 */
export const applyWholeStyles = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    const link = page.querySelector<HTMLLinkElement>('body > link[rel="stylesheet"]')
    if (!link) return resolve()
    const apply = () => {
      link.media = 'all'
      resolve()
    }
    if (link.sheet) return apply()
    link.addEventListener('load', apply, { once: true })
    link.addEventListener('error', () => resolve(), { once: true })
    link.disabled = false
  })
