import { lazy } from 'react'
import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { createStores } from '../stores/create-stores.ts'
import { ServerClock } from '../stores/server-clock.ts'
import type { FirstMoments } from './first-moments.ts'
import { initialise } from './initialise.ts'
import { createLateApp } from './late-app.ts'
import { createLatePart } from './late-part.ts'
import { loadPersistently } from './load-persistently.ts'
import { prepareFormats } from './prepare-formats.ts'
import type { RunningApp } from './session.tsx'
import type { UseCases } from './use-cases-root.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Builds what a page needs to come alive on the browser's parts, and initialises it. The use cases and the adapters behind
 * them follow: with the first that is called, at the latest once the browser is idle.
 */
export const startBrowserApp = async (moments: FirstMoments, storage: StoragePort): Promise<RunningApp> => {
  const clock = createBrowserClock()
  const useCases = createLatePart(async (): Promise<UseCases> => {
    const { createUseCases } = await import(/* webpackChunkName: "use-cases" */ './use-cases-root.ts')
    return createUseCases({ clock, storage, global: stores.global, serverClock: stores.of(ServerClock), moments })
  })
  const app = createLateApp({
    load: async () => (await useCases.load()).app,
    whenLoaded: (work) => useCases.whenLoaded((loaded) => work(loaded.app)),
    // What is noted is handed on only while it is allowed, so there is nothing to forget here.
    analytics: { track: (event) => moments.note(event), forget: () => {} },
    storage,
    clock,
    path: () => window.location.pathname,
  })
  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const stores = createStores({ app, timing, origin: window.location.origin })
  const CardForm = lazy(async () => ({ default: (await useCases.load()).stripe.CardForm }))
  const prepareCardForm = () => useCases.whenLoaded(({ stripe }) => stripe.prepare())
  prepareFormats()
  const running = { app, stores, openStep: moments.openStep, views: { CardForm, prepareCardForm } }
  await initialise(running, { storage, timing })
  whenIdle(() => void loadPersistently(useCases.load))
  return running
}
