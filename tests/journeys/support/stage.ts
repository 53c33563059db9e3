import { setTimeout as pause } from 'node:timers/promises'
import type { Scene } from '../scenes/scene.ts'
import { createPeople } from './people.ts'
import type { ProductUrls } from './product.ts'
import type { Records } from './records.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/**
 * The delay of the services, in milliseconds. Half a second after an input, a layout shift no
 * longer counts as its response.
 */
const LATE = 600

/** Delays every answer of the services to the page from now on. */
const answerLate = async (
  { page }: Visitor,
  { adminApi, authEmulator }: ProductUrls,
): Promise<void> => {
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
export const createStage = (
  openVisitor: (options: VisitorOptions) => Promise<Visitor>,
  urls: ProductUrls,
  records: Records,
) => {
  const people = createPeople(openVisitor, records)
  return {
    plain: openVisitor,
    /** Opens the scene for a visitor at this width, with slow services. */
    open: async (
      { path, status = 200, expects = [], person, reached, answers, variant, show }: Scene,
      width?: number,
      isTranslated = false,
    ): Promise<Visitor> => {
      const visitor = await openVisitor({
        width,
        reached,
        answers,
        variant,
        isTranslated,
        person: person && (await people(person)),
      })
      for (const expected of [...expects, ...(status === 200 ? [] : [status])])
        visitor.expectStatus(expected)
      await answerLate(visitor, urls)
      if (show) await show(visitor, urls)
      else await visitor.page.goto(path, { waitUntil: 'load' })
      await visitor.page.locator('main h1').first().waitFor()
      return visitor
    },
  }
}

export type Stage = ReturnType<typeof createStage>
