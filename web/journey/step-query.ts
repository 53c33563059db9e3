import { useState, useSyncExternalStore } from 'react'

const stepValue = {
  read: (query: URLSearchParams): string | null => query.get('step'),
  write: (query: URLSearchParams, step: string | null): void =>
    step === null ? query.delete('step') : query.set('step', step),
}

/**
 * A value in the query of the page at `path`, with a history entry for each change. The router is
 * not told, because it would fetch the page's data each time, and reload the page if that failed.
 */
const createStepQuery = (path: string, value: typeof stepValue) => {
  let step: string | null = null
  let notify: (() => void) | null = null
  let isGoingBack = false
  /** False once the visitor has left the page, even while the next one is still loading. */
  const isShown = (): boolean => window.location.pathname === path
  const entry = (): { cameFrom?: string | null } | null => (isShown() ? window.history.state : null)

  const read = (): string | null => {
    if (isShown()) step = value.read(new URLSearchParams(window.location.search))
    return step
  }

  const write = (how: 'pushState' | 'replaceState', to: string | null, state: object | null) => {
    if (!isShown()) return
    const url = new URL(path + window.location.search, window.location.href)
    value.write(url.searchParams, to)
    window.history[how]({ key: String(Date.now()), ...state }, '', url)
    notify?.()
  }
  const go = (to: string) => write('pushState', to, { cameFrom: read() })
  const replace = (to: string | null) => write('replaceState', to, entry())
  /** `history.back` is asynchronous: a second click before it has happened would go back twice. */
  const goBackOnce = () => {
    if (isGoingBack) return
    isGoingBack = true
    window.history.back()
  }
  /** Returns to an earlier step, by its history entry if that is the previous one. */
  const goBack = (to: string) => (entry()?.cameFrom === to ? goBackOnce() : go(to))
  /** Removes the value by going back to the entry that it was opened from, if there is one. */
  const leave = (): void => {
    if (read() !== null) (entry()?.cameFrom === undefined ? replace : goBackOnce)(null)
  }

  const subscribe = (changed: () => void) => {
    notify = changed
    const listening = new AbortController()
    const arrive = (event: Event) => {
      isGoingBack = false
      if (event.type !== 'popstate' || !isShown()) return
      event.stopImmediatePropagation()
      changed()
    }
    // A capturing listener runs before the router's. Back to another document fires `pagehide`.
    for (const type of ['popstate', 'pagehide'])
      window.addEventListener(type, arrive, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }

  return { subscribe, read, isShown, go, replace, goBack, leave }
}

/** `served` is the value that the server rendered; null when the URL has none. */
export const useStepQuery = (path: string, served: string | null, value = stepValue) => {
  const [{ subscribe, ...query }] = useState(() => createStepQuery(path, value))
  return { ...query, step: useSyncExternalStore(subscribe, query.read, () => served) }
}
