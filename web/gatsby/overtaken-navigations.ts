type Page = {
  readonly location: Pick<Location, 'pathname' | 'search' | 'reload'>
  readonly addEventListener: (
    type: 'popstate',
    hear: (event: PopStateEvent) => void,
    options: { readonly capture: true },
  ) => void
}

/**
 * Guards against navigations that overtake one whose page is still being fetched: the router would
 * show whichever page arrives last, or none, although the URL has changed. The URL's document is
 * loaded instead. It is also loaded when the visitor goes back before hydration, because the router
 * starts at that URL without its page, and listens only once the first page is shown.
 */
export const watchOvertakenNavigations = (page: Page) => {
  let shown = page.location.pathname
  let underWay: string | null = null
  let starting: string | null = page.location.pathname + page.location.search

  const isOvertaken = (pathname: string) => underWay !== null && underWay !== pathname

  page.addEventListener(
    'popstate',
    (event) => {
      const { pathname, search } = page.location
      if (isOvertaken(pathname) || (starting !== null && starting !== pathname + search)) {
        event.stopImmediatePropagation()
        page.location.reload()
      } else if (pathname !== shown) underWay = pathname
    },
    { capture: true },
  )

  return {
    /** Called when the router has rendered this path. */
    show: (pathname: string) => {
      if (isOvertaken(pathname)) page.location.reload()
      shown = pathname
      underWay = null
    },
    /** Called once the router listens to the history. */
    routerListens: () => {
      starting = null
    },
  }
}
