import { cloneElement, isValidElement } from 'react'
import type { ReactNode } from 'react'
import { escapeScript } from '../app/inline-json.ts'

type Script = { readonly id?: string; readonly dangerouslySetInnerHTML?: { readonly __html: string } }

/** The same component with its text escaped where it is the script into which Gatsby writes page data as plain JSON. */
export const escapePageData = (component: ReactNode): ReactNode => {
  if (!isValidElement<Script>(component) || component.props.id !== 'gatsby-script-loader') return component
  const { __html: text = '' } = component.props.dangerouslySetInnerHTML ?? {}
  return cloneElement(component, { dangerouslySetInnerHTML: { __html: escapeScript(text) } })
}
