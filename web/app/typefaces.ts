import { routes } from '#core/model/routes.ts'
import { needsApp } from './needs-app.ts'

/**
 * Whether a page's typefaces come after its scripts on a first visit, where they would take the network from what the page
 * needs; stand-ins of the same measure are there to be read meanwhile. Not where there is long text to read, which breaks its
 * lines elsewhere in them and would move what follows: there the document asks for them itself.
 */
export const typefacesWait = (path: string): boolean => path === routes.home || needsApp(path)

/** Shows the typefaces, which the browser fetches for it. */
export const showTypefaces = (page: Document) => {
  page.documentElement.dataset['typefaces'] = ''
}
