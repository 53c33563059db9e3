import type { BrowserContext } from 'playwright'

// How tests read and set what the site stores in a browser. Only this file knows in which store.

/** Saves the state of a browser, so that others can start with it. */
export const saveBrowser = (context: BrowserContext) => context.storageState()

export type SavedBrowser = Awaited<ReturnType<typeof saveBrowser>>

/** The keys under which the site has stored something in the browser. */
export const storedKeysOf = ({ origins }: SavedBrowser): string[] =>
  origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name))

// A page is sent each function below as text, so none may use anything outside itself.

export type Stored = Readonly<Record<string, string>>

export const readStored = (): Record<string, string> => ({ ...localStorage })

export const storeEntry = (key: string, value: string): void => localStorage.setItem(key, value)

export const storeEntries = (entries: Stored): void => {
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
}

/** Keeps entries that are already stored. A frame of another site may have no storage. */
export const storeNewEntries = (entries: Stored): void => {
  if (window !== window.top) return
  for (const [key, value] of Object.entries(entries))
    if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
}

export const replaceStored = (entries: Stored): void => {
  localStorage.clear()
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
}

/** Makes the site show all pauses again. */
export const forgetPauses = (key: string) => {
  const state = JSON.parse(localStorage.getItem(key) ?? '{}') as { signUpData?: object }
  localStorage.setItem(
    key,
    JSON.stringify({ ...state, signUpData: { ...state.signUpData, seenPauses: [] } }),
  )
}
