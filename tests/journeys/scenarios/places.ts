import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { scrollTo } from '../support/hands.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

/** The scroll margin that base.css leaves above the target of a link. */
const FREE_ABOVE = 24

/** How far web fonts may move the page, in pixels. */
const NEARLY = 12

export const describePlaces = (world: () => World) =>
  describe.each([360, 1280])('the place a link leads to, %i wide', (width) => {
    /** A visitor without reduced motion, with which scrolling would be instant. */
    const visitor = async () => {
      const ada = await world().visitor({ width })
      await ada.page.emulateMedia({ reducedMotion: 'no-preference' })
      return ada
    }

    const openAtFoot = async ({ page }: Visitor, path: string) => {
      await page.goto(path, { waitUntil: 'networkidle' })
      await scrollTo(page.getByRole('contentinfo').getByRole('link').last())
    }

    /** Opens another document first, since a reload would keep the scroll position. */
    const openAgain = async ({ page }: Visitor, path: string) => {
      await page.goto('/robots.txt')
      await page.goto(path, { waitUntil: 'networkidle' })
    }

    const follow = ({ page }: Visitor, name: string) =>
      page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()

    /**
     * How far a chapter ends up from its expected position in the window, in pixels, once nothing
     * has moved for a while.
     */
    const settlesOff = async ({ page }: Visitor, id: string) => {
      const off = () =>
        page
          .locator(`#${id}`)
          .evaluate(
            (element, free) => Math.round(element.getBoundingClientRect().top) - free,
            FREE_ABOVE,
          )
      await page.waitForLoadState('networkidle')
      // A busy browser begins to scroll late.
      await expect.poll(async () => Math.abs(await off())).toBeLessThan(NEARLY)
      for (let before = Number.NaN, now = await off(); ; before = now, now = await off()) {
        if (now === before) return Math.abs(now)
        await page.waitForTimeout(500)
      }
    }

    it('is the top of the next page, even from the foot of a longer one', async () => {
      const ada = await visitor()
      await openAtFoot(ada, '/how-it-works')
      await follow(ada, 'Careers')
      await ada.at('/careers')
      await eventually(async () => expect(await ada.page.evaluate(() => window.scrollY)).toBe(0))
    })

    it('is the top of a page whose address is typed again after scrolling', async () => {
      const ada = await visitor()
      await openAtFoot(ada, '/')
      await ada.page.waitForTimeout(500)
      await openAgain(ada, '/')
      expect(await ada.page.evaluate(() => window.scrollY)).toBe(0)
    })

    it('is a chapter of another page, from the foot of a longer one', async () => {
      const ada = await visitor()
      await openAtFoot(ada, '/how-it-works')
      await follow(ada, 'Questions')
      expect(await settlesOff(ada, 'questions')).toBeLessThan(NEARLY)
    })

    it('is a chapter of the same page', async () => {
      const ada = await visitor()
      await openAtFoot(ada, '/')
      await follow(ada, 'Plans')
      expect(await settlesOff(ada, 'plans')).toBeLessThan(NEARLY)
    })

    it('is the chapter that an address names', async () => {
      const ada = await visitor()
      await ada.page.goto('/#questions')
      expect(await settlesOff(ada, 'questions')).toBeLessThan(NEARLY)
    })
  })
