import type { ReactElement } from 'react'

/**
 * What renders elements, and no text beside them. A browser that translates the page takes such text out of React's hands: it
 * would stay as it was, or its removal would throw.
 */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[]
