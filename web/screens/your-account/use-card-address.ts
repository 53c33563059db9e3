import { useState, useSyncExternalStore } from 'react'
import { anotherCardPath, asksForAnotherCard } from '#core/model/account-address.ts'
import { routes } from '#core/model/routes.ts'

type Entry = { readonly key?: string; readonly cameFromAccount?: true }

const entry = () => window.history.state as Entry | null

/** False once the visitor has left, even though the next page may still be on its way. */
const isShown = () => window.location.pathname === routes.account

/**
 * `?card=another` of the account, with a history entry for the open form. The router never hears of
 * it: its `navigate` would fetch the page's data, and reload the page where that fails.
 */
const createCardAddress = () => {
  let isAsked = false
  let isGoingBack = false
  let notify: (() => void) | null = null

  const read = (): boolean => {
    if (isShown())
      isAsked = asksForAnotherCard(new URLSearchParams(window.location.search).get('card'))
    return isAsked
  }

  const open = () => {
    if (!isShown() || read()) return
    const state: Entry = { key: String(Date.now()), cameFromAccount: true }
    window.history.pushState(state, '', anotherCardPath)
    notify?.()
  }

  /**
   * Over the history entry that the form came from where there is one, so that "back" does not open
   * it again.
   */
  const close = () => {
    if (!isShown() || !read() || isGoingBack) return
    if (entry()?.cameFromAccount) {
      // The browser goes back a moment later; a second call until then would go back twice.
      isGoingBack = true
      window.history.back()
      return
    }
    window.history.replaceState({ ...entry() }, '', routes.account)
    notify?.()
  }

  const subscribe = (changed: () => void) => {
    notify = changed
    const listening = new AbortController()
    const arrive = (event: Event) => {
      isGoingBack = false
      if (!isShown()) return
      event.stopImmediatePropagation()
      changed()
    }
    // On the window itself capturing listeners run first, so the router's own never hears of it.
    window.addEventListener('popstate', arrive, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }

  return { subscribe, read, open, close }
}

/**
 * Whether the address asks for the form for another card. `served` is what the server read there.
 */
export const useCardAddress = (served: boolean) => {
  const [{ subscribe, read, open, close }] = useState(createCardAddress)
  return { isAsked: useSyncExternalStore(subscribe, read, () => served), open, close }
}

export type CardAddress = ReturnType<typeof useCardAddress>
