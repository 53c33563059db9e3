import { needsApp } from './needs-app.ts'
import { createSession } from './session.tsx'
import type { Session } from './session.tsx'
import { whenIdle } from './when-idle.ts'

declare global {
  interface Window {
    /** Gatsby's: asking it early lets the page's own code load while the application starts. */
    readonly ___loader?: { readonly loadPage: (path: string) => Promise<unknown> }
  }
}

export const createBrowserSession = (): Session =>
  createSession(async () => (await import(/* webpackChunkName: "application" */ './browser-root.ts')).startBrowserApp())

/**
 * What has to be done before the page comes alive: where the page needs the application, its start. Never rejects.
 * Elsewhere the start waits until the browser is idle.
 */
export const initApp = async (session: Session): Promise<void> => {
  const { pathname, search } = window.location
  if (needsApp(pathname)) {
    void window.___loader?.loadPage(pathname + search)
    await session.start()
    return
  }
  whenIdle(() => void session.start())
}
