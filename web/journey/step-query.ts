import { useState, useSyncExternalStore } from 'react'

/** How the query holds the value, if it does. */
export type QueryValue = {
  readonly read: (query: URLSearchParams) => string | null
  readonly write: (query: URLSearchParams, value: string | null) => void
}

const stepValue: QueryValue = {
  read: (query) => query.get('step'),
  write: (query, value) => (value === null ? query.delete('step') : query.set('step', value)),
}

type StepEntry = { readonly key?: string; readonly cameFrom?: string | null }

const entry = (): StepEntry | null => window.history.state as StepEntry | null

/**
 * A value of the address of the page at `path`, with a history entry for each. The router's own
 * `navigate` fetches the page's data at each change of the query, and reloads the page where that
 * fails; a step has to work offline, so the router never hears of one.
 */
const createStepQuery = (path: string, value: QueryValue) => {
  let step: string | null = null
  let notify: (() => void) | null = null
  let isGoingBack = false

  /**
   * False once the visitor has left, even though the next page may still be on its way, or this one
   * came late.
   */
  const isShown = (): boolean => window.location.pathname === path

  const read = (): string | null => {
    if (isShown()) step = value.read(new URLSearchParams(window.location.search))
    return step
  }

  const write = (how: 'pushState' | 'replaceState', to: string | null, state: StepEntry) => {
    if (!isShown()) return
    const query = new URLSearchParams(window.location.search)
    value.write(query, to)
    const search = query.size === 0 ? '' : `?${query}`
    window.history[how]({ ...state, key: state.key ?? String(Date.now()) }, '', path + search)
    notify?.()
  }

  const go = (to: string) => write('pushState', to, { cameFrom: read() })
  const replace = (to: string) => write('replaceState', to, { ...entry() })

  /**
   * Returns to an earlier step, by its history entry if it is the previous one, so "back" does not
   * repeat it.
   */
  const goBack = (to: string) => {
    if (!isShown() || isGoingBack) return
    if (entry()?.cameFrom !== to) return go(to)
    // The browser goes back a moment later; a second click until then would go back twice.
    isGoingBack = true
    window.history.back()
  }

  /** Removes the value: back to the entry that it came from, if there is one. */
  const leave = () => {
    if (!isShown() || isGoingBack || read() === null) return
    if (entry()?.cameFrom === undefined) return write('replaceState', null, { ...entry() })
    isGoingBack = true
    window.history.back()
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
    // On the window itself capturing listeners run first, so the router's own never hears of it.
    window.addEventListener('popstate', arrive, { capture: true, signal: listening.signal })
    // Back may lead to another document, and forward to this one as it was left.
    window.addEventListener('pagehide', arrive, { signal: listening.signal })
    return () => listening.abort()
  }

  return { subscribe, read, isShown, go, replace, goBack, leave }
}

/** `served` is the value the server rendered, null where the URL names none. */
export const useStepQuery = (path: string, served: string | null, value = stepValue) => {
  const [{ subscribe, read, ...moves }] = useState(() => createStepQuery(path, value))
  return { step: useSyncExternalStore(subscribe, read, () => served), read, ...moves }
}
