import { useCallback, useSyncExternalStore } from 'react'

/**
 * `?step=` of the page shown, with a history entry a step. A change of the query alone must not reach the router: it
 * would ask the server for the page's data anew and hold the step back until that came (and reload the page if it
 * did not).
 */
const changed = 'evenkeel:step'

const read = (): string | null => new URLSearchParams(window.location.search).get('step')

const subscribe = (notify: () => void) => {
  const path = window.location.pathname
  // On the window itself capturing listeners run first, so the router's own never hears of it.
  const hearMove = (event: PopStateEvent) => {
    if (window.location.pathname !== path) return
    event.stopImmediatePropagation()
    notify()
  }
  window.addEventListener('popstate', hearMove, { capture: true })
  window.addEventListener(changed, notify)
  return () => {
    window.removeEventListener('popstate', hearMove, { capture: true })
    window.removeEventListener(changed, notify)
  }
}

type StepEntry = { readonly key?: string; readonly cameFrom?: string | null }

const addressOf = (step: string): string => {
  const query = new URLSearchParams(window.location.search)
  query.set('step', step)
  return `${window.location.pathname}?${query}`
}

const entryFor = (cameFrom: string | null): StepEntry => ({ key: String(Date.now()), cameFrom })

/** `served` is the step the server rendered; null where the URL names none. */
export const useStepQuery = (served: string | null) => {
  const step = useSyncExternalStore(subscribe, read, () => served)

  const go = useCallback((to: string) => {
    window.history.pushState(entryFor(read()), '', addressOf(to))
    window.dispatchEvent(new Event(changed))
  }, [])

  const replace = useCallback((to: string) => {
    const state = window.history.state as StepEntry | null
    window.history.replaceState({ ...state, key: state?.key ?? String(Date.now()) }, '', addressOf(to))
    window.dispatchEvent(new Event(changed))
  }, [])

  /** To an earlier step: over the history entry it came from where that is the one, so that "back" undoes it no second time. */
  const goBack = useCallback(
    (to: string) => {
      const state = window.history.state as StepEntry | null
      if (state?.cameFrom === to) window.history.back()
      else go(to)
    },
    [go],
  )

  return { step, go, goBack, replace }
}
