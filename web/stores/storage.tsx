import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { StoragePort } from '#core/ports/storage.ts'

/** The default without a provider, as on the server: storage that keeps nothing. */
const forgetful: StoragePort = {
  read: () => null,
  write: () => 'refused',
  remove: () => {},
  watch: () => () => {},
}

const StorageContext = createContext(forgetful)

export const StorageProvider = ({
  storage,
  children,
}: {
  storage: StoragePort
  children: ReactNode
}) => <StorageContext value={storage}>{children}</StorageContext>

/** The visitor's storage, for what a page shows before the application runs. */
export const useStorage = (): StoragePort => useContext(StorageContext)
