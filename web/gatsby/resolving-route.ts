import { watchNavigate } from '../journey/gatsby-runtime.ts'

export type ResolvingRoute = { readonly start: () => void; readonly stop: () => void }

type Page = Parameters<typeof watchNavigate>[0] &
  Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'pathname'> }

/**
 * Reports when the router begins to fetch another page. Call `watchMoves` once the router has
 * started, and `show` whenever it has rendered a page.
 */
export const watchResolvingRoute = (page: Page, { start, stop }: ResolvingRoute) => {
  let shown = page.location.pathname

  const begin = (pathname: string) => {
    if (pathname !== shown) start()
  }

  page.addEventListener('popstate', () => begin(page.location.pathname))

  return {
    watchMoves: () => watchNavigate(page, begin),
    show: (pathname: string) => {
      shown = pathname
      stop()
    },
  }
}
