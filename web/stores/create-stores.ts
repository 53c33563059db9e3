import { configure } from 'mobx'
import { enableStaticRendering } from 'mobx-react-lite'
import type { App } from '#core/app.ts'
import { createAttempt } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { GlobalStore } from './global-store.ts'
import { NoticesStore } from './notices-store.ts'
import type { Timing } from './timing.ts'

configure({ enforceActions: 'always' })
enableStaticRendering(typeof window === 'undefined')

/** The session's store of a class, made with its first use: so each page brings the code of its own stores alone. */
export type GetStore = <Store extends object>(Class: new (parts: StoreParts) => Store) => Store

/** What any store may be made of. `origin` is the scheme and host that links in mails lead back to. */
export type StoreParts = {
  readonly app: App
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Timing
  readonly origin: string
  readonly getStore: GetStore
}

/** Fresh stores for a session: those that every page needs, and `getStore` for the others. */
export const createStores = ({
  app,
  timing,
  origin,
}: Pick<StoreParts, 'app' | 'timing' | 'origin'>) => {
  const global = new GlobalStore(timing)
  const notices = new NoticesStore()
  const made = new Map<new (parts: StoreParts) => object, object>()
  const getStore: GetStore = (Class) => {
    const store = (made.get(Class) as InstanceType<typeof Class> | undefined) ?? new Class(parts)
    made.set(Class, store)
    return store
  }
  const parts: StoreParts = {
    app,
    global,
    notices,
    attempt: createAttempt({ app, global, notices }),
    timing,
    origin,
    getStore,
  }
  return { global, notices, getStore }
}

export type Stores = ReturnType<typeof createStores>
