import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { runProduct } from './product.ts'
import type { ProductUrls } from './product.ts'
import { Records } from './records.ts'
import { openVisitor } from './visitor.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** The product, a browser, and the records of the services. */
export type World = {
  readonly urls: ProductUrls
  readonly records: Records
  readonly visitor: (options?: VisitorOptions) => Promise<Visitor>
  /** Closes the visitors and fails if any of their pages complained. */
  readonly seeVisitorsOff: () => Promise<void>
  readonly end: () => Promise<void>
}

/**
 * Chromium sometimes never confirms that a context is closed; it closes with its browser at the
 * end. In milliseconds.
 */
const MOST_FOR_CLOSING = 10_000

const createWorld = async (): Promise<World> => {
  const product = await runProduct()
  const browser: Browser = await launchChromium()
  const records = new Records(product.urls)
  let visitors: Visitor[] = []
  return {
    urls: product.urls,
    records,
    visitor: async (options = {}) => {
      const visitor = await openVisitor(browser, product.urls, records, options)
      visitors = [...visitors, visitor]
      return visitor
    },
    seeVisitorsOff: async () => {
      const leaving = visitors
      visitors = []
      const complaints = leaving.flatMap((visitor) => visitor.complaints())
      for (const { context } of leaving)
        await Promise.race([context.close(), pause(MOST_FOR_CLOSING, undefined, { ref: false })])
      if (complaints.length > 0) throw new Error(`The pages complained:\n${complaints.join('\n')}`)
    },
    end: async () => {
      await browser.close()
      await product.stop()
    },
  }
}

const startTimeout = 300_000

/**
 * One world for all tests of a file: started before the first, its visitors closed after each,
 * stopped after the last.
 */
export const useWorld = (): (() => World) => {
  vi.setConfig({ hookTimeout: startTimeout })
  let world: World | undefined
  const theWorld = (): World => {
    if (!world) throw new Error('The product does not run.')
    return world
  }
  beforeAll(async () => {
    world = await createWorld()
  })
  afterEach(() => theWorld().seeVisitorsOff())
  afterAll(() => world?.end())
  return theWorld
}
