import { watchNavigate } from '../journey/gatsby-runtime.ts'

export type ResolvingRoute = { readonly start: () => void; readonly stop: () => void }

type Page = Parameters<typeof watchNavigate>[0] &
  Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'pathname'> }

/**
 * Tells when the router begins to fetch another page: `watchMoves` is called once the router can be
 * asked to, `show` whenever it shows a page.
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
