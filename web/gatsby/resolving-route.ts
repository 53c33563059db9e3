type Navigate = (to: string | number, options?: object) => unknown

declare global {
  interface Window {
    /** Gatsby's: what its links and `navigate` call. None of its documented hooks tells when a page begins to be fetched. */
    ___navigate?: Navigate
  }
}

export type ResolvingRoute = { readonly start: () => void; readonly stop: () => void }

type Page = Pick<Window, 'addEventListener' | '___navigate'> & { readonly location: Pick<Location, 'pathname' | 'href'> }

/**
 * Tells when the router begins to fetch another page: `watchMoves` is called once the router can be asked to, `show`
 * whenever it shows a page.
 */
export const watchResolvingRoute = (page: Page, { start, stop }: ResolvingRoute) => {
  let shown = page.location.pathname

  const begin = (pathname: string) => {
    if (pathname !== shown) start()
  }

  page.addEventListener('popstate', () => begin(page.location.pathname))

  return {
    watchMoves: () => {
      const navigate = page.___navigate
      if (navigate === undefined) return
      page.___navigate = (to, options) => {
        if (typeof to === 'string') begin(new URL(to, page.location.href).pathname)
        return navigate(to, options)
      }
    },
    show: (pathname: string) => {
      shown = pathname
      stop()
    },
  }
}
