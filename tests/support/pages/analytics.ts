import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import { uploadPath } from '#sandbox/analytics-upload.ts'
import { createAnalytics } from '#web/app/analytics-root.ts'
import { createStorage } from '#web/app/storage-root.ts'

declare global {
  interface Window {
    isAllowed: boolean
    /** Lets a page that was opened with `?busy` become idle. */
    goIdle: () => void
    forget: () => void
  }
}

const query = new URLSearchParams(location.search)
const collector = query.get('collector')
const callbacks: (() => void)[] = []

window.isAllowed = !query.has('forbidden')
window.goIdle = () => {
  for (const callback of callbacks.splice(0)) callback()
}

const service =
  collector === null ? null : { apiKey: 'test-key', serverUrl: collector + uploadPath }

const { storage, opened } = createStorage()
await opened
const analytics = createAnalytics({
  // Opened with `?cut-off`, the page is left before it has its settings.
  settings: () => (query.has('cut-off') ? new Promise(() => {}) : Promise.resolve(service)),
  moment: () => ({
    time: Date.now(),
    path: '/sign-up/survey',
    firstTouch: { source: 'newsletter' },
    lastTouch: { source: 'search', medium: 'organic' },
  }),
  variant: () => '3 Steps',
  isAllowed: () => window.isAllowed,
  whenIdle: (callback) => {
    callbacks.push(callback)
    if (!query.has('busy')) setTimeout(window.goIdle)
  },
  storage,
  clock: createBrowserClock(),
  page: window,
})

window.forget = analytics.forget
Object.assign(window, { port: analytics })
