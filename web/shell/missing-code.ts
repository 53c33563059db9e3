/** Where the history entry keeps the code that the page was reloaded for. */
const KEY = 'missingCode'

type Page = Pick<Window, 'addEventListener' | 'history' | 'location'>

const addressOf = (target: EventTarget | null): string | null => {
  if (target instanceof HTMLScriptElement) return target.src || null
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : null
}

const listed = (state: unknown): readonly string[] => {
  const list: unknown =
    typeof state === 'object' && state !== null && KEY in state ? state[KEY] : null
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

/**
 * Reloads the page when a file of its code is gone from the server, as after a deployment; once per
 * file, so that one that stays missing causes no loop. What was typed is kept in storage. An outage
 * is left to the caller of the import.
 */
export const watchMissingCode = (page: Page, ask: typeof window.fetch): void => {
  const check = async (address: string) => {
    const { status } = await ask(address, { method: 'HEAD', cache: 'no-store' })
    if (status !== 404 && status !== 410) return
    const before = listed(page.history.state)
    if (before.includes(address)) return
    page.history.replaceState({ ...page.history.state, [KEY]: [...before, address] }, '')
    page.location.reload()
  }

  // Captured, because error events of elements do not bubble.
  page.addEventListener(
    'error',
    ({ target }) => {
      const address = addressOf(target)
      if (address !== null && new URL(address).origin === page.location.origin)
        void check(address).catch(() => {})
    },
    true,
  )
}
