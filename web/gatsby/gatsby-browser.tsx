import type { GatsbyBrowser } from 'gatsby'
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/shared.css'
// The note is rendered only on the server, but Gatsby takes every style from the browser's build.
import '../shell/script-note.module.css'
import { createEventBuffer } from '../analytics/event-buffer.ts'
import { hydrate } from './hydrate.ts'
import { InitGate } from '../shell/init-gate.tsx'
import { createBrowserAppLoader, startApp } from '../app/start-app.ts'
import { landing } from '../analytics/landing.ts'
import { watchLinks } from '../analytics/link-click.ts'
import { watchMissingCode } from '../shell/missing-code.ts'
import { watchOvertakenNavigations } from './overtaken-navigations.ts'
import { watchResolvingRoute } from './resolving-route.ts'
import { AppLoaderProvider } from '../stores/app-loader.tsx'
import type { AppLoader } from '../stores/app-loader.tsx'
import { StorageProvider } from '../stores/storage.tsx'
import { createStorage } from '../app/storage-root.ts'
import { createPageWrapper } from '../shell/wrap-page-element.tsx'
import { watchUncaughtErrors } from '../analytics/uncaught-errors.ts'
import { isTrackingAllowed } from '../analytics/tracking-consent.ts'

export const wrapPageElement = createPageWrapper()

const { storage, opened } = createStorage()
const loader: AppLoader = createBrowserAppLoader(() => events, { storage, opened })
watchUncaughtErrors(loader, window)
// Once the application runs, it reports failed imports itself, and the attribute hides the served
// notice.
loader.subscribe(() => {
  const { kind } = loader.state()
  if (kind === 'running' || kind === 'failed') document.documentElement.dataset[kind] = ''
})
watchMissingCode(window, (...request) => window.fetch(...request))
const navigations = watchOvertakenNavigations(window)
const resolving = watchResolvingRoute(window, {
  start: () => loader.whenRunning(({ stores }) => stores.global.startResolvingRoute()),
  stop: () => loader.whenRunning(({ stores }) => stores.global.stopResolvingRoute()),
})
const events = createEventBuffer({
  loader,
  storage,
  isAllowed: () => isTrackingAllowed(landing.features, window.navigator, storage),
  now: Date.now,
  referrer: landing.referrer,
  page: window,
})
watchLinks(window, events.recordLinkClick)

/** Gatsby waits for this before it hydrates the markup, which stays on screen until then. */
export const onClientEntry: GatsbyBrowser['onClientEntry'] = async () => {
  await opened
  await startApp(loader)
}

export const replaceHydrateFunction: GatsbyBrowser['replaceHydrateFunction'] = () => hydrate

/**
 * Gatsby calls this in the effect of the outermost component, after the router has begun to listen.
 */
export const onInitialClientRender: GatsbyBrowser['onInitialClientRender'] = () => {
  navigations.routerListens()
  resolving.watchMoves()
  // For tests, which otherwise would have to look at private names of React.
  document.documentElement.dataset['hydrated'] = ''
}

export const wrapRootElement: GatsbyBrowser['wrapRootElement'] = ({ element }) => (
  <AppLoaderProvider loader={loader}>
    <StorageProvider storage={storage}>
      <InitGate>{element}</InitGate>
    </StorageProvider>
  </AppLoaderProvider>
)

/** Also called when only the hash changes, which is not a new route. */
export const onRouteUpdate: GatsbyBrowser['onRouteUpdate'] = ({ location, prevLocation }) => {
  navigations.show(location.pathname)
  resolving.show(location.pathname)
  if (location.pathname === prevLocation?.pathname) return
  events.recordPageView(location)
}

/**
 * The router moves focus to the new page itself; the browser's own scroll restoration handles back,
 * forward and reload. When the first page is opened again, for example by typing its URL, the
 * runtime would restore its old scroll position.
 */
export const shouldUpdateScroll: GatsbyBrowser['shouldUpdateScroll'] = ({
  prevRouterProps,
  routerProps,
}) =>
  (prevRouterProps !== undefined &&
    prevRouterProps.location.pathname !== routerProps.location.pathname) ||
  routerProps.location.hash !== ''
