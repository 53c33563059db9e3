import type { GatsbyBrowser } from 'gatsby'
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'

export { wrapPageElement } from '../app/wrap-page-element.tsx'

/** The router moves focus to the new page itself; the browser's own scroll restoration stays in charge of back and forward. */
export const shouldUpdateScroll: GatsbyBrowser['shouldUpdateScroll'] = ({ prevRouterProps, routerProps }) =>
  prevRouterProps?.location.pathname !== routerProps.location.pathname || routerProps.location.hash !== ''
