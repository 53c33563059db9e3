import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { App } from '#core/app.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { StoreOf, Stores } from './create-stores.ts'

/** Lower-case ISO 4217 currency; the form is handed over once it can be typed into. */
export type CardFormViewProps = {
  readonly currency: string
  readonly onReady: (card: CardForm) => void
  readonly onEscape?: (() => void) | undefined
  readonly skeleton: ReactElement
  readonly renderUnavailable: (retry: () => void) => ReactElement
}

/** The use cases and stores of this page load (in the browser) or of this render (on the server). */
export type RunningApp = {
  readonly app: App
  readonly stores: Stores
  /** Notes a view of a step within a page, for what is measured. `path` with its query. */
  readonly openStep: (step: { readonly path: string; readonly title: string }) => void
  /** What only a composition root can build. */
  readonly views: {
    readonly CardForm: ComponentType<CardFormViewProps>
    /** Loads ahead what the card form needs, one step before it. */
    readonly prepareCardForm: () => void
  }
}

export type SessionState =
  | { readonly kind: 'idle' | 'starting' | 'failed' }
  | { readonly kind: 'running'; readonly running: RunningApp }

/**
 * Starts the application once and tells when it runs. Knows none of its parts, so that pages which need no store
 * carry none.
 */
export type Session = {
  readonly state: () => SessionState
  readonly subscribe: (changed: () => void) => () => void
  /** The global state's, once it is there. Nobody being signed in, as the device tells, there is nothing to wait for. */
  readonly isAppInitialized: () => boolean
  /** Resolves when the application runs or could not be loaded. Never rejects. */
  readonly start: () => Promise<void>
  /** Runs the work once the application runs; keeps it until then. */
  readonly whenRunning: (work: (running: RunningApp) => void) => void
}

/** `isSignedIn` tells whether the session hint is stored. */
export const createSession = (
  load: () => Promise<RunningApp>,
  isSignedIn: () => boolean,
): Session => {
  let isReady = !isSignedIn()
  let state: SessionState = { kind: 'idle' }
  let starting: Promise<void> | null = null
  let waiting: readonly ((running: RunningApp) => void)[] = []
  const listeners = new Set<() => void>()

  const change = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const run = async () => {
    change({ kind: 'starting' })
    try {
      const running = await load()
      change({ kind: 'running', running })
      for (const work of waiting) work(running)
      waiting = []
    } catch {
      starting = null
      change({ kind: 'failed' })
    }
  }

  return {
    state: () => state,
    isAppInitialized: () => {
      // An application that could not be loaded is started again from a page, which has to stay.
      isReady ||=
        state.kind === 'running'
          ? state.running.stores.global.isAppInitialized
          : state.kind === 'failed'
      return isReady
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
      }
    },
    start: () => {
      starting ??= run()
      return starting
    },
    whenRunning: (work) => {
      if (state.kind === 'running') work(state.running)
      else waiting = [...waiting, work]
    },
  }
}

/** A session that runs from the first: the server's, one a render. */
export const createRunningSession = (running: RunningApp): Session => {
  const state: SessionState = { kind: 'running', running }
  return {
    state: () => state,
    isAppInitialized: () => running.stores.global.isAppInitialized,
    subscribe: () => () => {},
    start: () => Promise.resolve(),
    whenRunning: (work) => work(running),
  }
}

const SessionContext = createContext<Session | null>(null)

export const SessionProvider = ({
  session,
  children,
}: {
  session: Session
  children: ReactNode
}) => <SessionContext value={session}>{children}</SessionContext>

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('There is no session around this component.')
  return session
}

/** The state of the session, without starting it. */
export const useSessionState = (): SessionState => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.state, session.state)
}

/** The state of the session, which is started if it was not. */
export const useStartedSession = (): SessionState => {
  const session = useSession()
  const state = useSessionState()
  useEffect(() => {
    void session.start()
  }, [session])
  return state
}

/** For components that are shown once the application runs. */
const useRunning = (): RunningApp => {
  const state = useSessionState()
  if (state.kind !== 'running') throw new Error('The application does not run yet.')
  return state.running
}

/** The stores of a running session that every page needs. */
export const useStores = (): Stores => useRunning().stores

/** A running session's store of a class. */
export const useStore: StoreOf = (Class) => useRunning().stores.of(Class)

/** Notes a view of a step within a page. */
export const useOpenStep = (): RunningApp['openStep'] => useRunning().openStep

/** The use cases of a running session. */
export const useApp = (): App => useRunning().app

/** The parts of the screen that only a composition root can build. */
export const useViews = (): RunningApp['views'] => useRunning().views
