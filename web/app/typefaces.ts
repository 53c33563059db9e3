import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { routes } from '#core/model/routes.ts'
import { needsApp } from './needs-app.ts'

/**
 * Shows the typefaces from the first paint on where the device remembers an earlier visit, which will have left them in the
 * browser's cache. It stands in the head of documents whose typefaces wait: on a first visit they would take the network
 * from the scripts that the page needs, and stand-ins of the same measure are there to be read meanwhile.
 */
export const typefacesScript = `try{localStorage.getItem(${JSON.stringify(PERSISTED_STATE)})===null||(document.documentElement.dataset.typefaces="")}catch{}`

/**
 * Whether a page's typefaces come after its scripts on a first visit. Not where there is long text to read, which breaks its
 * lines elsewhere in them and would move what follows: there the document asks for them itself.
 */
export const typefacesWait = (path: string): boolean => path === routes.home || needsApp(path)

/** Shows the typefaces, which the browser fetches for it. */
export const showTypefaces = (page: Document) => {
  page.documentElement.dataset['typefaces'] = ''
}
