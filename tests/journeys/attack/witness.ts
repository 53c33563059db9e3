import type { BrowserContext, Page } from 'playwright'

/** What no page or response may show: stack frames, ours or a library's. */
const stackFrame = /^[ \t]{1,40}at [^\n]{1,200}\.(?:[cm]?[jt]sx?):\d|node_modules\/|file:\/\/\//m

/** Whether the text contains a stack trace or a path on the server's disk. */
export const hasStackTrace = (text: string): boolean => stackFrame.test(text)

/**
 * Watches everything a browser does: scripts that run, content the policy stops, requests to other
 * than the known origins, server errors, stack traces and uncaught errors. Returns the list to
 * which it adds them.
 */
export const watch = async (
  context: BrowserContext,
  origins: ReadonlySet<string>,
): Promise<string[]> => {
  const seen: string[] = []
  const note = (what: string) => {
    if (!seen.includes(what)) seen.push(what)
  }
  await context.exposeFunction('__witness', note)
  await context.addInitScript(() => {
    const told = window as unknown as { __witness: (what: string) => void }
    const tell = (what: string) => told.__witness(what)
    Object.defineProperty(window, 'PWN', {
      set() {
        tell('a script ran')
      },
    })
    for (const name of ['alert', 'confirm', 'prompt'] as const) {
      window[name] = (() => tell(`${name} was called`)) as never
    }
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) =>
        tell(`the policy stopped ${violatedDirective}: ${blockedURI} ${sample}`),
    )
    // A polluted prototype is visible on every object.
    addEventListener('load', () => {
      if ('PWN' in {}) tell('the prototype of objects was changed')
    })
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (['data:', 'blob:', 'about:'].includes(url.protocol)) return
    if (!origins.has(url.origin)) note(`a request left the site: ${request.url().slice(0, 200)}`)
  })
  context.on('response', (response) => {
    if (response.status() < 500) return
    note(`answered ${response.status()}: ${response.url().slice(0, 200)}`)
  })
  context.on('weberror', (uncaught) => note(`uncaught: ${uncaught.error().message.slice(0, 200)}`))
  return seen
}

/** What an attack has visibly done to the page: left it blank or with a stack trace. */
export const problemsOnPage = async (page: Page): Promise<readonly string[]> => {
  if (!/^https?:/.test(page.url())) return [`the browser went to ${page.url().slice(0, 200)}`]
  const text = (await page.locator('body').innerText()).trim()
  return [
    ...(text === '' ? ['the page is blank'] : []),
    ...(hasStackTrace(text) ? ['the page shows a stack trace'] : []),
  ]
}
