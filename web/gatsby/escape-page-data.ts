import { cloneElement, isValidElement } from 'react'
import type { ReactNode } from 'react'
import { escapeScript } from '../components/inline-json.ts'

type Script = { readonly id?: string; readonly dangerouslySetInnerHTML?: { readonly __html: string } }

/**
 * Added to Gatsby's script. Its runtime compares the page's address with the browser's, query and
 * all, but the document is the same for every query: so the browser adds its own.
 */
const addQuery = 'if(window.pageData)pageData.path=pagePath+=location.search'

/** The same component, its text escaped where it is the script that holds page data as plain JSON. */
export const escapePageData = (component: ReactNode): ReactNode => {
  if (!isValidElement<Script>(component) || component.props.id !== 'gatsby-script-loader') return component
  const { __html: text = '' } = component.props.dangerouslySetInnerHTML ?? {}
  return cloneElement(component, { dangerouslySetInnerHTML: { __html: `${escapeScript(text)};${addQuery}` } })
}
