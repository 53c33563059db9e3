import { HINT_KEY } from '#core/model/session-hint.ts'
import type { EventBuffer } from '../analytics/event-buffer.ts'
import { loadPage } from '../journey/gatsby-runtime.ts'
import { needsApp } from '../shell/needs-app.ts'
import { createAppLoader } from '../stores/app-loader.tsx'
import type { AppLoader } from '../stores/app-loader.tsx'
import { whenIdle } from '../components/when-idle.ts'
import type { OpeningStorage } from './storage-root.ts'

const loadApplication = () => import(/* webpackChunkName: "application" */ './browser-root.ts')

export const createBrowserAppLoader = (
  events: () => EventBuffer,
  { storage, opened }: OpeningStorage,
): AppLoader =>
  createAppLoader(
    async () => {
      const [{ startBrowserApp }] = await Promise.all([loadApplication(), opened])
      return startBrowserApp(events(), storage)
    },
    () => storage.read(HINT_KEY) !== null,
  )

/**
 * Loads the application's code and then starts it, each when the browser is idle, because together
 * they take 80 ms on a slow phone. If loading fails, `start` reports it.
 */
const startWhenIdle = (loader: AppLoader) => {
  const start = () => whenIdle(() => void loader.start())
  whenIdle(() => void loadApplication().then(start, start))
}

/**
 * Starts the application before the page is rendered. A page that does not need it starts it when
 * the browser is idle, unless there is a signed-in user, whose profile every page waits for. Never
 * rejects.
 */
export const startApp = async (loader: AppLoader): Promise<void> => {
  const { pathname, search } = window.location
  // Retries once the connection is back, since not every page has a button for that.
  window.addEventListener('online', () => {
    if (loader.state().kind === 'failed') void loader.start()
  })
  if (!needsApp(pathname) && loader.canRender()) return startWhenIdle(loader)
  // Loads the page's code while the application starts.
  loadPage(pathname + search)
  await loader.start()
}
