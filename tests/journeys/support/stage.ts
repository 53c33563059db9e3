import { setTimeout as pause } from 'node:timers/promises'
import type { Scene } from '../scenes/scene.ts'
import { createPeople } from './people.ts'
import type { ProductUrls } from './product.ts'
import type { Records } from './records.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** How long the services take, in milliseconds. Half a second after the visitor did something, what moves is no answer to it any more. */
const LATE = 600

/** From now on what the page asks the services for is answered late. */
const answerLate = async ({ page }: Visitor, { adminApi, authEmulator }: ProductUrls): Promise<void> => {
  await page.route(
    (url) => [adminApi, authEmulator].includes(url.origin),
    async (route) => {
      await pause(LATE)
      // The page may have been closed meanwhile.
      await route.fallback().catch(() => {})
    },
  )
}

/** Opens scenes, each in a browser of its own. */
export const createStage = (openVisitor: (options: VisitorOptions) => Promise<Visitor>, urls: ProductUrls, records: Records) => {
  const people = createPeople(openVisitor, records)
  return {
    plain: openVisitor,
    /** The visitor in front of the scene, which they got to at this width, with services that take their time. */
    open: async ({ path, status = 200, expects = [], person, reached, variant, show }: Scene, width?: number, isTranslated = false): Promise<Visitor> => {
      const visitor = await openVisitor({ width, reached, variant, isTranslated, person: person && (await people(person)) })
      for (const expected of [...expects, ...(status === 200 ? [] : [status])]) visitor.expectStatus(expected)
      await answerLate(visitor, urls)
      if (show) await show(visitor, urls)
      else await visitor.page.goto(path, { waitUntil: 'load' })
      await visitor.page.locator('main h1').first().waitFor()
      return visitor
    },
  }
}

export type Stage = ReturnType<typeof createStage>
