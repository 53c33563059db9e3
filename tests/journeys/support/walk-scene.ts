import type { Page } from 'playwright'
import type { Scene } from '../scenes/scene.ts'
import { problemsWhenAdapted } from './adapted-page.ts'
import { problemsOf, lookAt, shiftsOf } from './page-checks.ts'
import type { View } from './page-checks.ts'
import type { Stage } from './stage.ts'
import { closeVisitor } from './visitor.ts'

const told = ({ width, scheme }: View, problems: readonly string[]) =>
  problems.map((problem) => `${width} ${scheme}: ${problem}`)

/**
 * Shifts in a provider's frame do not count for the state `wrong`: pressing a button on the page is
 * not an input in the frame, which then shows its errors.
 */
const shiftsOfScene = ({ state }: Scene, page: Page) =>
  shiftsOf(page, undefined, state === 'wrong' ? [page.mainFrame()] : page.frames())

/** The layout shifts on the way into a state, at a width where its appearance is not checked. */
const shiftsOnTheWay = async (
  stage: Stage,
  scene: Scene,
  view: View,
): Promise<readonly string[]> => {
  const visitor = await stage.open(scene, view.width)
  await lookAt(visitor.page, view)
  const shifts = told(view, await shiftsOfScene(scene, visitor.page))
  await closeVisitor(visitor)
  return shifts
}

/**
 * The problems of the scene in these views. A page reached by its URL is reloaded at each width; a
 * state reached by actions is reached at the first and last width only. Once a width is
 * checked in one scheme, only colours are checked in the other. Finally the page is adapted, as
 * some readers do.
 */
export const walkScene = async (
  stage: Stage,
  scene: Scene,
  views: readonly View[],
): Promise<readonly string[]> => {
  const [first] = views
  const last = views.findLast(({ scheme }) => scheme === first?.scheme)
  const isGotInto = scene.show !== undefined
  const visitor = await stage.open(scene, isGotInto ? first?.width : undefined)
  const { page } = visitor
  const problems: string[] = []
  const seenWidths = new Set<number>()
  for (const view of views) {
    const isNew = !seenWidths.has(view.width)
    seenWidths.add(view.width)
    await lookAt(page, view)
    if (!isGotInto && isNew) {
      const answer = await page.reload({ waitUntil: 'networkidle' })
      if (answer?.status() !== (scene.status ?? 200))
        problems.push(`${view.width}: answered ${answer?.status()}`)
    }
    if (view === first || (!isGotInto && isNew))
      problems.push(...told(view, await shiftsOfScene(scene, page)))
    problems.push(...told(view, await problemsOf(page, isNew ? 'all' : 'colour')))
  }
  problems.push(...(await problemsWhenAdapted(page)))
  problems.push(...visitor.complaints())
  await closeVisitor(visitor)
  if (isGotInto && last && last !== first)
    problems.push(...(await shiftsOnTheWay(stage, scene, last)))
  return problems
}
