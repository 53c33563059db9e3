import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { listedPaths, privatePaths } from '#core/model/listed-paths.ts'
import { routes } from '#core/model/routes.ts'
import { team } from '#web/content/team.ts'
import { projectRoot } from '#sandbox/site-build.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { everyRoute, everyScene } from './scenes/all.ts'
import { problemsWhenAdapted } from './support/adapted-page.ts'
import { eventually } from './support/eventually.ts'
import { openWithLateFonts, shiftsOf, views, widths } from './support/page-checks.ts'
import { createStage } from './support/stage.ts'
import type { Stage } from './support/stage.ts'
import { closeVisitor, openVisitor } from './support/visitor.ts'
import type { Visitor } from './support/visitor.ts'
import { walkScene } from './support/walk-scene.ts'
import { useWorld } from './support/world.ts'

/**
 * Every screen in every state, four widths, both schemes (`npm run proof:walk`). Without PROOF=full
 * a sample that is the same for the same seed; WALK_SEED draws another, WALK_ONLY names a scene or
 * the beginning of several.
 */
const isFull = process.env['PROOF'] === 'full'
const seed = Number(process.env['WALK_SEED'] ?? 7)
const only = process.env['WALK_ONLY'] ?? ''
const SAMPLE = 12

const theWorld = useWorld()

const random = seededRandom(seed)
const wanted = everyScene.filter(({ name }) => name.startsWith(only))
/**
 * The sample omits scenes that need an account, which take longer to set up than all the rest.
 */
const scenes =
  isFull || only
    ? wanted
    : random.shuffled(wanted.filter(({ person }) => person === undefined)).slice(0, SAMPLE)

let stage: Stage | undefined
const staged = (): Stage => {
  const { visitor, urls, records } = theWorld()
  stage ??= createStage(visitor, urls, records)
  return stage
}

const isPrivate = (route: string) => privatePaths.some((path) => route.startsWith(path))

describe('every screen', () => {
  it('has a scene, and every scene has its own name', () => {
    const shown = new Set(everyScene.map(({ path }) => path))
    expect(everyRoute.filter((route) => !shown.has(route))).toEqual([])
    expect(new Set(everyScene.map(({ name }) => name)).size).toBe(everyScene.length)
  })

  it.each(scenes.map((scene) => [scene.name, scene] as const))(
    '%s works at every width, in both schemes',
    async (_name, scene) => {
      const isWhole = isFull || only !== ''
      const problems = await walkScene(staged(), scene, isWhole ? views : [random.pick(views)])
      expect(problems.join('\n')).toBe('')
    },
  )
})

describe('a page that does not adapt', () => {
  const faults = {
    'with spaced text at 360: cuts off “Cut off when spaced”': {
      text: 'Cut off when spaced',
      styles: { width: '10em', overflow: 'hidden', whiteSpace: 'nowrap' },
    },
    'with spaced text at 1280: lays “Under the next line” over': {
      text: 'Under the next line',
      styles: { marginBottom: '-1.5em' },
    },
    'in forced colours: draws text in the page’s own colour: <div': {
      text: 'Drawn on a plate',
      styles: { color: 'Canvas' },
    },
    'in forced colours: loses <div': {
      text: '',
      styles: { width: '20px', height: '20px', background: 'red' },
    },
    'at 400%: hides what has the focus: <div': {
      text: '',
      styles: { position: 'fixed', inset: '0', zIndex: '99' },
    },
  }

  it('is reported with every problem', async () => {
    const visitor = await staged().plain({})
    const { page } = visitor
    await visitor.open(routes.signIn)
    await page.waitForLoadState('networkidle')
    expect(await problemsWhenAdapted(page)).toEqual([])
    await page.evaluate((planted) => {
      for (const { text, styles } of planted) {
        const box = Object.assign(document.createElement('div'), { textContent: text })
        Object.assign(box.style, styles)
        document.querySelector('main')?.prepend(box)
      }
    }, Object.values(faults))
    const problems = await problemsWhenAdapted(page)
    const found = Object.keys(faults).filter((fault) =>
      problems.some((problem) => problem.startsWith(fault)),
    )
    expect(found).toEqual(Object.keys(faults))
    await closeVisitor(visitor)
  })
})

/** The text of a page without parts that differ per visitor or time. */
const saidOn = async ({ page, email }: Visitor) =>
  (await page.locator('body').innerText())
    .replaceAll(email, 'their email')
    .replaceAll(/ \d+ s\b/g, ' some s')
    .replaceAll(/\s+/g, ' ')

const isTranslated = ({ page }: Visitor) => page.locator('main font').first().waitFor()

describe('a page that the browser translates', () => {
  it.each(scenes.map((scene) => [scene.name, scene] as const))(
    'shows the same information on %s as untranslated',
    async (_name, scene) => {
      const plain = await staged().open(scene)
      const translated = await staged().open(scene, undefined, true)
      await eventually(async () => expect(await saidOn(translated)).toBe(await saidOn(plain)))
      for (const visitor of [plain, translated]) {
        expect(visitor.complaints()).toEqual([])
        await closeVisitor(visitor)
      }
    },
  )

  it('shows the price of the plan picked last, also on the payment step', async () => {
    const visitor = await staged().plain({ isTranslated: true })
    const { page } = visitor
    const terms = page.getByText(/Renews at/).last()
    await visitor.open('/enroll/payment')
    await isTranslated(visitor)
    const pick = async (plan: string, price: RegExp) => {
      await page.getByRole('radio', { name: plan }).check({ force: true })
      await expect.poll(() => terms.innerText()).toMatch(price)
    }
    await pick('Annual', /a year until you cancel/)
    await pick('Monthly', /a month until you cancel/)
    await pick('Annual', /a year until you cancel/)
    expect(visitor.complaints()).toEqual([])
    await closeVisitor(visitor)
  })
})

describe.runIf(process.platform === 'linux')('on a system with no font but DejaVu', () => {
  const fontFolder = path.join(projectRoot, 'node_modules/dejavu-fonts-ttf/ttf')
  const paths = isFull
    ? everyRoute.filter((route) => !isPrivate(route))
    : ['/', routes.howItWorks, '/sign-up/survey', routes.signIn]

  /** The layout shift when the fonts load late. `prepare` may change the responses. */
  const shiftsWithLateFonts = async (
    browser: Browser,
    route: string,
    width: number,
    prepare?: (page: Page) => Promise<unknown>,
  ) => {
    const { urls, records } = theWorld()
    const { page, context } = await openVisitor(browser, urls, records, {
      width,
      reached: 'never-here',
    })
    await prepare?.(page)
    await openWithLateFonts(page, route)
    const shifts = await shiftsOf(page, 0.02)
    await context.close()
    return shifts.map((shift) => `${route} at ${width}: ${shift}`)
  }

  it('pages have a layout shift of at most 0.02 when their fonts load late', async () => {
    const browser = await launchChromium({ fontFolder })
    const shifts: string[] = []
    for (const route of paths) {
      for (const width of isFull ? widths : [360, 1280])
        shifts.push(...(await shiftsWithLateFonts(browser, route, width)))
    }
    await browser.close()
    expect(shifts).toEqual([])
  })

  it('pages have a larger layout shift when the fallback fonts are not adjusted', async () => {
    const browser = await launchChromium({ fontFolder })
    const keepSize = (page: Page) =>
      page.route('/', async (route) => {
        const response = await route.fetch()
        const { 'content-security-policy': _, ...headers } = response.headers()
        await route.fulfill({
          response,
          headers,
          body: (await response.text()).replaceAll(/size-adjust:[\d.]+%/g, 'size-adjust:100%'),
        })
      })
    expect(await shiftsWithLateFonts(browser, '/', 360, keepSize)).toHaveLength(1)
    await browser.close()
  })
})

describe('in forced colours', () => {
  const looks = (element: Element) => {
    const read = (part: Element) => {
      const { outlineStyle, borderTopWidth, borderTopColor, backgroundColor } =
        getComputedStyle(part)
      return [outlineStyle, borderTopWidth, borderTopColor, backgroundColor].join(' ')
    }
    return [element, ...element.querySelectorAll('*')].map(read).join('\n')
  }

  it.each([
    ['/sign-up/survey', 'nothing'],
    ['/sign-up/choose-subscription-plan', 'choose-subscription-plan'],
    ['/sign-up/money-belief', 'money-belief'],
  ] as const)('a choice on %s looks different once it is selected', async (route, reached) => {
    const visitor = await staged().plain({ width: 360, reached })
    const { page } = visitor
    await page.emulateMedia({ forcedColors: 'active' })
    await visitor.open(route)
    await page.waitForLoadState('networkidle')
    const radio = page.getByRole('main').getByRole('radio').first()
    const option = radio.locator('xpath=..')
    await page.getByRole('main').getByRole('radio').nth(1).press('Space')
    const before = await option.evaluate(looks)
    await radio.press('Space')
    await expect.poll(() => option.evaluate(looks)).not.toBe(before)
    await closeVisitor(visitor)
  })
})

describe('a document that arrives in parts', () => {
  it('keeps its header in place while the rest arrives', async () => {
    const visitor = await staged().plain({ hasScripts: false })
    const { page } = visitor
    const whole = await (await page.request.get('/')).text()
    const navigation = page.getByRole('banner').getByRole('navigation')
    const placeOf = async (part: string) => {
      await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: part }))
      await visitor.open('/')
      const { x = 0, y = 0 } = (await navigation.boundingBox()) ?? {}
      return { x, y, links: await navigation.locator('a').count() }
    }
    const end = whole.indexOf('</nav>')
    const { x, y, links } = await placeOf(whole.slice(0, end))
    // Without the skip link and the brand, which come first.
    const arrived = [...whole.slice(0, end).matchAll(/<\/a>/g)]
      .slice(2)
      .map(({ index }) => whole.slice(0, index))
    expect(arrived).toHaveLength(links)
    for (const [index, part] of arrived.entries())
      expect(await placeOf(part)).toEqual({ x, y, links: index + 1 })
    await closeVisitor(visitor)
  })
})

describe('without JavaScript', () => {
  it('the general pages read in full and lead to each other', async () => {
    const visitor = await staged().plain({ hasScripts: false })
    const { page } = visitor
    for (const path of listedPaths([team[0]!.id])) {
      await visitor.open(path)
      const said = await page.getByRole('main').innerText()
      expect([
        path,
        await page.locator('main h1').count(),
        said.length > 500,
        said.includes('This page needs JavaScript'),
      ]).toEqual([path, 1, true, false])
      expect(await page.getByRole('banner').getByRole('link').allInnerTexts()).toContain('Sign in')
    }
    expect(
      await page.getByRole('main').evaluate((main) => getComputedStyle(main).fontFamily),
    ).toMatch(/^"Figtree Variable"/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Who we are' }).click()
    await visitor.at(routes.company)
    await page.getByRole('main').getByRole('link', { name: team[0]!.name }).first().click()
    await visitor.at(`${routes.company}/${team[0]!.id}`)
    expect(visitor.complaints()).toEqual([])
    await closeVisitor(visitor)
  })

  it('journeys and sign-in tell the visitor that JavaScript is required', async () => {
    const visitor = await staged().plain({ hasScripts: false })
    for (const path of everyRoute.filter(
      (route) => isPrivate(route) && everyScene.some((scene) => scene.path === route),
    )) {
      await visitor.open(path)
      expect([
        path,
        await visitor.page.getByRole('heading', { name: 'This page needs JavaScript' }).count(),
      ]).toEqual([path, 1])
    }
    await closeVisitor(visitor)
  })
})
