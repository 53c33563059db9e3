import { cloneElement, isValidElement } from 'react'
import type { ReactNode } from 'react'
import { escapeScript } from '../components/inline-json.ts'
import { addQueryToPageData, pageDataScriptId } from './internals.ts'

type Script = {
  readonly id?: string
  readonly dangerouslySetInnerHTML?: { readonly __html: string }
}

/**
 * Escapes the component's text if it is the script with the page data, which Gatsby writes as plain
 * JSON.
 */
export const escapePageData = (component: ReactNode): ReactNode => {
  if (!isValidElement<Script>(component) || component.props.id !== pageDataScriptId)
    return component
  const { __html: text = '' } = component.props.dangerouslySetInnerHTML ?? {}
  return cloneElement(component, {
    dangerouslySetInnerHTML: { __html: `${escapeScript(text)};${addQueryToPageData}` },
  })
}
