import { configure } from 'mobx'
import { enableStaticRendering } from 'mobx-react-lite'
import type { App } from '#core/app.ts'
import type { Ports } from '#core/ports/ports.ts'
import { createAttempt } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { GlobalStore } from './global-store.ts'
import { NoticesStore } from './notices-store.ts'
import type { Timing } from './timing.ts'

configure({ enforceActions: 'always' })
enableStaticRendering(typeof window === 'undefined')

/**
 * Returns the store of a class, created on first use, so a page loads only its own stores' code.
 */
export type GetStore = <Store extends object>(Class: new (parts: StoreParts) => Store) => Store

/**
 * The application with more use cases, bound on first use, so a page loads only its own use cases.
 */
export type AppWith = <More extends App>(create: (ports: Ports, app: App) => More) => More

/** What a store may be built from. `origin` is the scheme and host that links in mails lead to. */
export type StoreParts = {
  readonly app: App
  readonly appWith: AppWith
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Timing
  readonly origin: string
  readonly getStore: GetStore
}

/**
 * Creates the stores that every page needs, and `getStore` for the others. `isOnline` and `page`
 * are as in {@link NoticesStore}.
 */
export const createStores = ({
  app,
  ports,
  timing,
  origin,
  isOnline = () => true,
  page = () => '/',
}: Pick<StoreParts, 'app' | 'timing' | 'origin'> & {
  readonly ports: Ports
  readonly isOnline?: () => boolean
  readonly page?: () => string
}) => {
  const global = new GlobalStore(timing)
  const notices = new NoticesStore(isOnline, page)
  const bound = new Map<(ports: Ports, app: App) => App, App>()
  const appWith: AppWith = (create) => {
    const whole = (bound.get(create) as ReturnType<typeof create> | undefined) ?? create(ports, app)
    bound.set(create, whole)
    return whole
  }
  const made = new Map<new (parts: StoreParts) => object, object>()
  const getStore: GetStore = (Class) => {
    const store = (made.get(Class) as InstanceType<typeof Class> | undefined) ?? new Class(parts)
    made.set(Class, store)
    return store
  }
  const parts: StoreParts = {
    app,
    appWith,
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
