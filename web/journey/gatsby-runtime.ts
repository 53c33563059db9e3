// Undocumented globals of Gatsby's runtime: docs/decisions/0006-own-site-server.md.

type Navigate = (to: string | number, options?: object) => unknown

declare global {
  interface Window {
    readonly ___loader?: { readonly loadPage: (path: string) => Promise<unknown> }
    ___navigate?: Navigate
    readonly ___webpackCompilationHash?: string
  }
}

/** Loads the data and the code of a page ahead; Gatsby's own prefetching omits the code. */
export const loadPage = (path: string): void => void window.___loader?.loadPage(path)

/** The router's element around a page, which it focuses after a navigation. */
export const focusWrapperId = 'gatsby-focus-wrapper'

/** A hash of the whole build. */
export const buildHash = (): string => window.___webpackCompilationHash ?? ''

/**
 * Reports the pathname that a link or `navigate` leads to, before its page is fetched: no
 * documented hook does.
 */
export const watchNavigate = (
  page: Pick<Window, '___navigate'> & { readonly location: Pick<Location, 'href'> },
  began: (pathname: string) => void,
): void => {
  const navigate = page.___navigate
  if (navigate === undefined) return
  page.___navigate = (to, options) => {
    if (typeof to === 'string') began(new URL(to, page.location.href).pathname)
    return navigate(to, options)
  }
}
