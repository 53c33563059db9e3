/** Where the SDK may have stored something: the window's own storage and databases. */
export type SdkTraces = Pick<Window, 'document' | 'indexedDB' | 'localStorage' | 'sessionStorage'>

/** Whether a name has one of the prefixes that the SDK uses for all it stores. */
const isOfSdk = (name: string): boolean => /^(AMP_|amplitude_|amp_[0-9a-f]{6})/.test(name)

const clearStore = (store: () => Storage): void => {
  try {
    for (const key of Object.keys(store()).filter(isOfSdk)) store().removeItem(key)
  } catch {
    // A browser that forbids storage has nothing stored in it.
  }
}

/** The site's own host and each domain above it, for one of which the SDK sets its cookies. */
const domainsOf = (host: string): readonly string[] =>
  host.split('.').map((_, index, parts) => parts.slice(index).join('.'))

const clearCookies = ({ cookie, location }: Document, write: (cookie: string) => void): void => {
  const names = cookie.split(';').map((each) => (each.split('=')[0] ?? '').trim())
  for (const name of names.filter(isOfSdk)) {
    for (const domain of ['', ...domainsOf(location.hostname).map((each) => `; Domain=${each}`)]) {
      write(`${name}=; Path=/; Max-Age=0${domain}`)
    }
  }
}

/**
 * The names of the SDK's databases; in a browser that cannot list them, the one named after the API
 * key.
 */
const databaseNames = async (databases: IDBFactory, apiKey: string): Promise<readonly string[]> => {
  const listed = await databases.databases?.()
  if (listed === undefined) return apiKey === '' ? [] : [`AMP_diagnostics_${apiKey.slice(0, 10)}`]
  return listed.flatMap(({ name }) => name ?? []).filter(isOfSdk)
}

/**
 * Deletes every key, cookie and database of the SDK in this browser. `apiKey` is empty while
 * unknown.
 */
export const removeSdkTraces = async (page: SdkTraces, apiKey: string): Promise<void> => {
  clearStore(() => page.localStorage)
  clearStore(() => page.sessionStorage)
  clearCookies(page.document, (cookie) => {
    page.document.cookie = cookie
  })
  try {
    const names = await databaseNames(page.indexedDB, apiKey)
    for (const name of names) page.indexedDB.deleteDatabase(name)
  } catch {
    // A browser that forbids databases has none.
  }
}
