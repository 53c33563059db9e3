export type Listener = (event: unknown) => void

/** The listeners of an Element, by the name of the event. */
export const createListeners = (elementType: string) => {
  const listeners = new Map<string, Set<Listener>>()

  const add = (name: string, listener: Listener): void => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
  }

  const remove = (name: string, listener?: Listener): void => {
    if (listener) listeners.get(name)?.delete(listener)
    else listeners.delete(name)
  }

  const once = (name: string, listener: Listener): void => {
    const first: Listener = (event) => {
      remove(name, first)
      listener(event)
    }
    add(name, first)
  }

  const emit = (name: string, more: object = {}): void => {
    for (const listener of listeners.get(name) ?? []) listener({ elementType, ...more })
  }

  return { add, once, remove, emit, clear: () => listeners.clear() }
}
