import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { EventBuffer } from '../analytics/event-buffer.ts'
import { loadPage } from '../journey/gatsby-runtime.ts'
import { needsApp } from '../shell/needs-app.ts'
import { createAppLoader } from '../stores/app-loader.tsx'
import type { AppLoader } from '../stores/app-loader.tsx'
import { whenIdle } from '../components/when-idle.ts'

const loadApplication = () => import(/* webpackChunkName: "application" */ './browser-root.ts')

const hasSession = (storage: Pick<StoragePort, 'read'>): boolean => storage.read(HINT_KEY) !== null

export const createBrowserAppLoader = (
  events: () => EventBuffer,
  storage: StoragePort,
): AppLoader =>
  createAppLoader(
    async () => (await loadApplication()).startBrowserApp(events(), storage),
    () => hasSession(storage),
  )

/** Reading the application's code and starting it take a phone some 80 ms: an idle moment each. What keeps the code away, the start tells. */
const startWhenIdle = (loader: AppLoader) => {
  const start = () => whenIdle(() => void loader.start())
  whenIdle(() => void loadApplication().then(start, start))
}

/**
 * Initializes the application before the page is rendered. Where nobody is signed in that is done at once, and a page that does
 * not need the application starts it when the browser is idle; a signed-in user's profile is waited for on every page.
 * Never rejects.
 */
export const startApp = async (loader: AppLoader): Promise<void> => {
  const { pathname, search } = window.location
  if (!needsApp(pathname) && loader.canRender()) return startWhenIdle(loader)
  // Its code loads while the application starts.
  loadPage(pathname + search)
  await loader.start()
}
