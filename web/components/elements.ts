import type { ReactElement } from 'react'

/**
 * React nodes that render elements, with no text beside them. A browser that translates the page
 * replaces such text nodes, so that React cannot update them, or throws when it removes them.
 */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[]
