type Page = {
  readonly location: Pick<Location, 'pathname' | 'reload'>
  readonly addEventListener: (type: 'popstate', hear: (event: PopStateEvent) => void, options: { readonly capture: true }) => void
}

/**
 * Watches for moves that overtake one whose page is still being fetched: the router would show whichever page comes last,
 * or none, whatever the address says by then. The page of the address is loaded anew instead.
 */
export const watchOvertakenMoves = (page: Page) => {
  let shown = page.location.pathname
  let underWay: string | null = null

  const isOvertaken = (pathname: string) => underWay !== null && underWay !== pathname

  page.addEventListener(
    'popstate',
    (event) => {
      const { pathname } = page.location
      if (isOvertaken(pathname)) {
        event.stopImmediatePropagation()
        page.location.reload()
      } else if (pathname !== shown) underWay = pathname
    },
    { capture: true },
  )

  return {
    /** The router has come to show this path. */
    show: (pathname: string) => {
      if (isOvertaken(pathname)) page.location.reload()
      shown = pathname
      underWay = null
    },
  }
}
