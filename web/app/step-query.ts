import { useState, useSyncExternalStore } from 'react'
import { afterPaint } from './after-paint.ts'

type StepEntry = { readonly key?: string; readonly cameFrom?: string | null }

const entry = (): StepEntry | null => window.history.state as StepEntry | null

const addressOf = (step: string): string => {
  const query = new URLSearchParams(window.location.search)
  query.set('step', step)
  return `${window.location.pathname}?${query}`
}

const nothing = () => {}

/**
 * `?step=` of the page shown, with a history entry a step. A change of the query alone must not reach the router: it
 * would ask the server for the page's data anew and hold the step back until that came (and reload the page if it
 * did not).
 */
const createStepQuery = (path: string) => {
  let step: string | null = null
  let notify: (() => void) | null = null
  let isGoingBack = false
  /** Writes the history entry of the step gone to last, unless it is there: that takes a while, so the step is painted first. */
  let write = nothing

  /** False once the visitor has left, even though the next page may still be on its way, or this one came late. */
  const isShown = (): boolean => window.location.pathname === path

  const read = (): string | null => {
    if (isShown() && write === nothing) step = new URLSearchParams(window.location.search).get('step')
    return step
  }

  const arrive = () => {
    isGoingBack = false
  }

  const subscribe = (changed: () => void) => {
    notify = changed
    const hearMove = (event: PopStateEvent) => {
      write = nothing
      arrive()
      if (!isShown()) return
      event.stopImmediatePropagation()
      changed()
    }
    // On the window itself capturing listeners run first, so the router's own never hears of it.
    window.addEventListener('popstate', hearMove, { capture: true })
    // Back may lead to another document, and forward to this one as it was left.
    window.addEventListener('pagehide', arrive)
    return () => {
      notify = null
      window.removeEventListener('pagehide', arrive)
      window.removeEventListener('popstate', hearMove, { capture: true })
    }
  }

  const go = (to: string) => {
    if (!isShown()) return
    write()
    const next: StepEntry = { key: String(Date.now()), cameFrom: read() }
    step = to
    write = () => {
      write = nothing
      if (isShown()) window.history.pushState(next, '', addressOf(to))
    }
    afterPaint(() => write())
    notify?.()
  }

  const replace = (to: string) => {
    if (!isShown()) return
    write()
    window.history.replaceState({ ...entry(), key: entry()?.key ?? String(Date.now()) }, '', addressOf(to))
    notify?.()
  }

  /** To an earlier step: over the history entry it came from where that is the one, so that "back" undoes it no second time. */
  const goBack = (to: string) => {
    if (!isShown()) return
    write()
    if (entry()?.cameFrom !== to) return go(to)
    // The browser goes back a moment later; a second click until then would go back twice.
    if (isGoingBack) return
    isGoingBack = true
    window.history.back()
  }

  return { subscribe, read, isShown, go, replace, goBack }
}

/** `path` is the page's own; `served` is the step the server rendered, null where the URL names none. */
export const useStepQuery = (path: string, served: string | null) => {
  const [{ subscribe, read, ...moves }] = useState(() => createStepQuery(path))
  const step = useSyncExternalStore(subscribe, read, () => served)
  return { step, ...moves }
}
