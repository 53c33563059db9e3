import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { App } from '#core/app.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { GetStore, Stores } from './create-stores.ts'

/** How the page handles the wallets that may be shown with the card fields. */
export type WalletsViewProps = {
  /** Called when a wallet's button is clicked; false keeps the wallet closed. */
  readonly mayOpen: () => boolean
  /**
   * Saves the card that the visitor authorized. If it settles without saving, the wallet shows a
   * failure.
   */
  readonly onAuthorized: (card: CardForm) => Promise<unknown>
  readonly onCancel: () => void
  /** Shown between the wallets and the card fields. */
  readonly divider: ReactElement
}

/** `currency` is a lower-case ISO 4217 code; `onReady` is called once the fields accept input. */
export type CardFormViewProps = {
  readonly currency: string
  readonly onReady: (card: CardForm) => void
  readonly onEscape?: (() => void) | undefined
  readonly wallets: WalletsViewProps
  readonly skeleton: ReactElement
  readonly renderUnavailable: (retry: () => void) => ReactElement
}

/**
 * The use cases and stores of this page load (in the browser) or of this render (on the server).
 */
export type RunningApp = {
  readonly app: App
  readonly stores: Stores
  /** Tracks a view of a step within a page. `path` includes the query. */
  readonly recordStepView: (step: { readonly path: string; readonly title: string }) => void
  /** What only a composition root can build. */
  readonly views: {
    readonly CardForm: ComponentType<CardFormViewProps>
    /** Preloads what the card form needs, one step before it. */
    readonly prepareCardForm: () => void
  }
}

export type AppState =
  | { readonly kind: 'idle' | 'starting' | 'failed' }
  | { readonly kind: 'running'; readonly running: RunningApp }

/**
 * Loads and starts the application once, and reports when it runs. Imports none of its parts, so
 * that pages which need no store load none.
 */
export type AppLoader = {
  readonly state: () => AppState
  readonly subscribe: (changed: () => void) => () => void
  /**
   * Whether pages may render: the global store's `isAppInitialized` once the application runs. True
   * before that when there is no session hint, because there is no profile to wait for.
   */
  readonly canRender: () => boolean
  /** Resolves when the application runs or could not be loaded. Never rejects. */
  readonly start: () => Promise<void>
  /** Runs the work once the application runs; keeps it until then. */
  readonly whenRunning: (work: (running: RunningApp) => void) => void
}

/** `isSignedIn` tells whether the session hint is stored; called once, by `canRender`. */
export const createAppLoader = (
  load: () => Promise<RunningApp>,
  isSignedIn: () => boolean,
): AppLoader => {
  let isReady: boolean | null = null
  let state: AppState = { kind: 'idle' }
  let starting: Promise<void> | null = null
  let waiting: readonly ((running: RunningApp) => void)[] = []
  const listeners = new Set<() => void>()

  const change = (next: AppState) => {
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
    canRender: () => {
      isReady ??= !isSignedIn()
      // After a failed load the page must render, because it has the button to try again.
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

/** A loader whose application already runs: the server's, one per render. */
export const createRunningAppLoader = (running: RunningApp): AppLoader => {
  const state: AppState = { kind: 'running', running }
  return {
    state: () => state,
    canRender: () => running.stores.global.isAppInitialized,
    subscribe: () => () => {},
    start: () => Promise.resolve(),
    whenRunning: (work) => work(running),
  }
}

const AppLoaderContext = createContext<AppLoader | null>(null)

export const AppLoaderProvider = ({
  loader,
  children,
}: {
  loader: AppLoader
  children: ReactNode
}) => <AppLoaderContext value={loader}>{children}</AppLoaderContext>

export const useAppLoader = (): AppLoader => {
  const loader = useContext(AppLoaderContext)
  if (loader === null) throw new Error('There is no AppLoaderProvider around this component.')
  return loader
}

/** The application's loading state, without starting it. */
export const useAppState = (): AppState => {
  const loader = useAppLoader()
  return useSyncExternalStore(loader.subscribe, loader.state, loader.state)
}

/** The application's loading state. Starts the application if nothing has. */
export const useStartedApp = (): AppState => {
  const loader = useAppLoader()
  const state = useAppState()
  useEffect(() => {
    void loader.start()
  }, [loader])
  return state
}

/** For components that are shown once the application runs. */
const useRunning = (): RunningApp => {
  const state = useAppState()
  if (state.kind !== 'running') throw new Error('The application does not run yet.')
  return state.running
}

/** The running application's stores that every page needs. */
export const useStores = (): Stores => useRunning().stores

/** The running application's store of a class. */
export const useStore: GetStore = (Class) => useRunning().stores.getStore(Class)

/** Tracks a view of a step within a page. */
export const useRecordStepView = (): RunningApp['recordStepView'] => useRunning().recordStepView

/** The running application's use cases. */
export const useApp = (): App => useRunning().app

/** The parts of the screen that only a composition root can build. */
export const useViews = (): RunningApp['views'] => useRunning().views
