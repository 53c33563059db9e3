import { routes } from '#core/model/routes.ts'
import { needsApp } from './needs-app.ts'

/**
 * Whether a page's typefaces come after its scripts on a first visit, where they would take the network from what the page
 * needs; stand-ins of the same measure are there to be read meanwhile. Not where there is long text to read, which breaks its
 * lines elsewhere in them and would move what follows: there the document asks for them itself.
 */
export const typefacesWait = (path: string): boolean => path === routes.home || needsApp(path)

/**
 * Fetches the typefaces and shows them when all are there: shown before, the page would be laid out anew as each arrives. What can't
 * be had, its stand-in stays for.
 */
export const showTypefaces = async (page: Document): Promise<void> => {
  await Promise.allSettled([...page.fonts].filter(({ display }) => display === 'swap').map((face) => face.load()))
  page.documentElement.dataset['typefaces'] = ''
}

/** The same as an expression for a script within a document. */
export const typefacesScript =
  'Promise.allSettled([...document.fonts].filter(f=>f.display=="swap").map(f=>f.load()))' +
  '.then(()=>{document.documentElement.dataset.typefaces=""})'
