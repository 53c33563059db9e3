import type { GatsbyBrowser } from 'gatsby'
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import { createBrowserSession, initApp } from '../app/init-app.ts'
import { SessionProvider } from '../app/session.tsx'
import { viewPage } from '../app/view-page.ts'

export { wrapPageElement } from '../app/wrap-page-element.tsx'

const session = createBrowserSession()

/** Gatsby waits for it before it takes over the server's markup, which stays on screen until then. */
export const onClientEntry: GatsbyBrowser['onClientEntry'] = () => initApp(session)

export const wrapRootElement: GatsbyBrowser['wrapRootElement'] = ({ element }) => (
  <SessionProvider session={session}>{element}</SessionProvider>
)

export const onRouteUpdate: GatsbyBrowser['onRouteUpdate'] = ({ location, prevLocation }) =>
  viewPage(session, location, prevLocation)

/** The router moves focus to the new page itself; the browser's own scroll restoration stays in charge of back and forward. */
export const shouldUpdateScroll: GatsbyBrowser['shouldUpdateScroll'] = ({ prevRouterProps, routerProps }) =>
  prevRouterProps?.location.pathname !== routerProps.location.pathname || routerProps.location.hash !== ''
