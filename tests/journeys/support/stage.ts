import type { Scene } from '../scenes/scene.ts'
import { createPeople } from './people.ts'
import type { ProductUrls } from './product.ts'
import type { Records } from './records.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** Opens scenes, each in a browser of its own. */
export const createStage = (openVisitor: (options: VisitorOptions) => Promise<Visitor>, urls: ProductUrls, records: Records) => {
  const people = createPeople(openVisitor, records)
  return {
    plain: openVisitor,
    /** The visitor in front of the scene, which they got to at this width. */
    open: async ({ path, status = 200, expects = [], person, reached, variant, show }: Scene, width?: number): Promise<Visitor> => {
      const visitor = await openVisitor({ width, reached, variant, person: person && (await people(person)) })
      for (const expected of [...expects, ...(status === 200 ? [] : [status])]) visitor.expectStatus(expected)
      if (show) await show(visitor, urls)
      else await visitor.page.goto(path, { waitUntil: 'load' })
      await visitor.page.locator('main h1').first().waitFor()
      return visitor
    },
  }
}

export type Stage = ReturnType<typeof createStage>
