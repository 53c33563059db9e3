import { HINT_KEY } from '#core/model/session-hint.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { EventBuffer } from '../analytics/event-buffer.ts'
import { loadPage } from '../journey/gatsby-runtime.ts'
import { needsApp } from '../shell/needs-app.ts'
import { createSession } from '../stores/session.tsx'
import type { Session } from '../stores/session.tsx'
import { whenIdle } from '../components/when-idle.ts'

const loadApplication = () => import(/* webpackChunkName: "application" */ './browser-root.ts')

const hasSession = (storage: Pick<StoragePort, 'read'>): boolean => storage.read(HINT_KEY) !== null

export const createBrowserSession = (events: () => EventBuffer, storage: StoragePort): Session =>
  createSession(
    async () => (await loadApplication()).startBrowserApp(events(), storage),
    () => hasSession(storage),
  )

/** Reading the application's code and starting it take a phone some 80 ms: an idle moment each. What keeps the code away, the start tells. */
const startWhenIdle = (session: Session) => {
  const start = () => whenIdle(() => void session.start())
  whenIdle(() => void loadApplication().then(start, start))
}

/**
 * Initializes the application before the page is rendered. Where nobody is signed in that is done at once, and a page that does
 * not need the application starts it when the browser is idle; a signed-in user's profile is waited for on every page.
 * Never rejects.
 */
export const initApp = async (session: Session): Promise<void> => {
  const { pathname, search } = window.location
  if (!needsApp(pathname) && session.isAppInitialized()) return startWhenIdle(session)
  // Its code loads while the application starts.
  loadPage(pathname + search)
  await session.start()
}
