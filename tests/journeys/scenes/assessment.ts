import type { Page } from 'playwright'
import { stepPath } from '#core/model/journeys.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { Reached } from '../support/a-state.ts'
import { forgetPauses } from '#tests/support/stored-state.ts'
import { headingChanged, headingOf, whenIdleLoadsEnd } from '../support/answering.ts'
import { hold, openWithoutCode, openWithoutScripts, required, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Visitor } from '../support/visitor.ts'

const calculate = '**/coaching/diagnosis/public/calculate'
const LAST = 11
const DEBTS = 9

/** Until that question is asked, of as many as the answers lead to. */
const asked = (page: Page, number: number, count: number) =>
  page.getByText(`Question ${number} of ${count}`, { exact: true }).first().waitFor()

/** Nothing said about debt. */
const declineDebts = async ({ open, page }: Visitor, survey: string) => {
  await open(`${survey}?step=${DEBTS}`)
  const form = page.locator('main form')
  await asked(page, DEBTS, LAST)
  await form.getByLabel(/Prefer not to say/).check({ force: true })
  await form.locator('button[type=submit]').click()
  await asked(page, DEBTS + 1, LAST - 1)
  await form.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Print' }).waitFor()
}

/** Debts that weigh, so that free advice is named. */
const oweTooMuch = async ({ open, page }: Visitor, survey: string) => {
  await open(`${survey}?step=${DEBTS + 1}`)
  const form = page.locator('main form')
  // The server knows no answers: until the page is hydrated, it asks the question after this one.
  await form.locator('input:checked').first().waitFor({ state: 'attached' })
  await form.getByRole('radio').nth(2).press('Space')
  await form.locator('button[type=submit]').click()
  await asked(page, LAST, LAST)
  await form.locator('button[type=submit]').click()
  await page.getByRole('heading', { name: 'Free debt advice' }).waitFor()
}

/** The weakest answer to every statement. */
const disagreeWithAll = async ({ open, page }: Visitor, moneyBelief: string) => {
  await open(`${moneyBelief}?step=1`)
  const form = page.locator('main form')
  for (let step = 1; step <= 16; step += 1) {
    const statement = await headingOf(page)
    // A tap would move on by itself.
    await form.getByRole('radio').first().press('Space')
    await form.locator('button[type=submit]').click()
    // The address changes before the statement does.
    await headingChanged(page, statement)
  }
  await page.getByText('No belief speaks loudly').first().waitFor()
}

/** Makes the questions unavailable to the rendering server and to the browser. */
const openWithoutQuestions: Scene['show'] = async (
  { open, page, context, cutOff },
  { adminApi },
) => {
  await context.route('**/page-data/**/survey/page-data.json*', async (route) => {
    const answer = await route.fetch()
    const page = (await answer.json()) as { result: { serverData: object } }
    await route.fulfill({
      json: {
        ...page,
        result: { ...page.result, serverData: { questionnaire: null, step: null } },
      },
    })
  })
  await open('/')
  await page.waitForLoadState('networkidle')
  await cutOff(adminApi)
  await page.getByRole('main').getByRole('link', { name: 'Start the check-up' }).first().click()
  await page.getByText('We can’t load the questions right now').waitFor()
}

/** The check-up, the statements and their results, as the journey shows them. */
export const assessmentScenes = (
  journey: Extract<JourneyName, 'sign-up' | 'assessment'>,
): readonly Scene[] => {
  const group = journey === 'sign-up' ? 'Sign-up: check-up' : 'Assessment'
  const survey = stepPath(journey, 'survey')
  const moneyBelief = stepPath(journey, 'money-belief')
  const of = (name: string) => `${journey}-${name}`
  const question =
    (step: number): Scene['show'] =>
    async ({ open, page }) => {
      await open(`${survey}?step=${step}`)
      await page.locator('main form input').first().waitFor({ state: 'attached' })
    }
  const concluding = (
    name: string,
    state: Scene['state'],
    prepare: NonNullable<Scene['show']>,
  ): Scene => ({
    name: of(name),
    group,
    path: survey,
    state,
    reached: 'money-belief',
    show: async (visitor, urls) => {
      const { page, open } = visitor
      await open(`${survey}?step=${LAST}`)
      await prepare(visitor, urls)
      await page.getByRole('main').getByRole('radio').nth(0).press('Space')
      await visitor.press('See your result')
      await (state === 'busy' ? page.locator('[data-busy]').waitFor() : seeText(visitor, sorry))
    },
  })
  /** After `question`, whose answer is changed. */
  const pause = (name: string, path: string, question: number, reached: Reached): Scene => ({
    name: of(name),
    group,
    path,
    state: 'ready',
    reached,
    show: async ({ context, open, page }) => {
      await context.addInitScript(forgetPauses, PERSISTED_STATE)
      await open(`${path}?step=${question}`)
      // By then the code of the pause is there.
      await whenIdleLoadsEnd(page)
      await page.getByRole('main').getByRole('radio').nth(0).click({ force: true })
      await page.locator('main form:not(:has(input))').waitFor()
    },
  })
  const opened: Scene['show'] = async ({ page }) => {
    const summary = page.getByText('Which answers made these scores')
    await summary.waitFor()
    for (const each of await page.locator('main details > summary').all()) await each.click()
  }
  const result = (
    step:
      | 'money-belief-result'
      | 'money-belief-overview'
      | 'money-belief-behavior'
      | 'money-belief-manage',
  ): Scene => ({
    name: of(step),
    group,
    path: stepPath(journey, step),
    state: 'done',
    reached: 'choose-subscription-plan',
    variant: step === 'money-belief-result' ? '1 Step' : '3 Steps',
    show: async ({ open, page }) => {
      await open(stepPath(journey, step))
      await page.locator('main details').first().waitFor()
    },
  })
  return [
    { name: of('survey-picture'), group, path: survey, state: 'empty', show: question(1) },
    {
      name: of('survey-not-loaded'),
      group,
      path: survey,
      state: 'error',
      expects: [503],
      show: (visitor) => openWithoutCode(visitor, survey),
    },
    {
      name: of('survey-wrong'),
      group,
      path: survey,
      state: 'wrong',
      show: async (visitor, urls) => {
        await question(1)?.(visitor, urls)
        await visitor.page.locator('main form button[type=submit]').click()
        await seeText(visitor, required)
      },
    },
    {
      name: of('survey-single'),
      group,
      path: survey,
      state: 'ready',
      reached: 'money-belief',
      show: question(4),
    },
    {
      name: of('survey-number'),
      group,
      path: survey,
      state: 'ready',
      reached: 'money-belief',
      show: question(7),
    },
    {
      name: of('survey-number-wrong'),
      group,
      path: survey,
      state: 'wrong',
      reached: 'money-belief',
      show: async (visitor, urls) => {
        await question(7)?.(visitor, urls)
        await visitor.page.getByRole('main').getByRole('textbox').fill('99')
        await seeText(visitor, /can not be greater than/)
      },
    },
    {
      name: of('survey-number-picked'),
      group,
      path: survey,
      state: 'ready',
      reached: 'money-belief',
      show: async (visitor, urls) => {
        await question(7)?.(visitor, urls)
        await visitor.page.getByText('Why we ask').click()
        await visitor.page.getByLabel('3–5').press('Space')
      },
    },
    {
      name: of('survey-multiple'),
      group,
      path: survey,
      state: 'ready',
      reached: 'money-belief',
      show: question(9),
    },
    pause('survey-pause', survey, 6, 'money-belief'),
    pause('survey-pause-end', survey, LAST, 'money-belief'),
    concluding('survey-busy', 'busy', (visitor) => hold(visitor, calculate)),
    concluding(
      'survey-error',
      'error',
      async ({ cutOff }, { adminApi }) => void (await cutOff(adminApi)),
    ),
    ...(journey === 'sign-up'
      ? [
          {
            name: of('survey-unavailable'),
            group,
            path: survey,
            state: 'error',
            show: openWithoutQuestions,
          } as const,
        ]
      : []),
    {
      name: of('survey-result'),
      group,
      path: survey,
      state: 'done',
      reached: 'money-belief',
      show: async ({ open, page }) => {
        await open(`${survey}?step=result`)
        await page.getByRole('button', { name: 'Print' }).waitFor()
      },
    },
    {
      name: of('survey-result-declined'),
      group,
      path: survey,
      state: 'done',
      reached: 'money-belief',
      show: (visitor) => declineDebts(visitor, survey),
    },
    {
      name: of('survey-result-debts'),
      group,
      path: survey,
      state: 'done',
      reached: 'money-belief',
      show: (visitor) => oweTooMuch(visitor, survey),
    },
    ...(journey === 'assessment'
      ? [
          {
            name: of('survey-filled-in'),
            group,
            path: survey,
            state: 'ready',
            reached: 'money-belief',
            show: async ({ open, page, press }) => {
              await open(`${survey}?step=result`)
              await press('Retake the check-up')
              await page.getByText('Your last answers are filled in.').waitFor()
            },
          } satisfies Scene,
        ]
      : []),
    {
      name: of('survey-result-opened'),
      group,
      path: survey,
      state: 'done',
      reached: 'money-belief',
      show: async (visitor, urls) => {
        await visitor.open(`${survey}?step=result`)
        await opened(visitor, urls)
      },
    },
    { name: of('money-belief'), group, path: moneyBelief, state: 'empty', reached: 'money-belief' },
    {
      name: of('money-belief-answered'),
      group,
      path: moneyBelief,
      state: 'ready',
      reached: 'money-belief',
      show: async ({ open, page }) => {
        await open(moneyBelief)
        await page.getByRole('main').getByRole('radio').nth(3).press('Space')
      },
    },
    {
      name: of('money-belief-wrong'),
      group,
      path: moneyBelief,
      state: 'wrong',
      reached: 'money-belief',
      show: async (visitor) => {
        await visitor.open(moneyBelief)
        await visitor.page
          .getByRole('main')
          .getByRole('radio')
          .first()
          .waitFor({ state: 'attached' })
        await visitor.page.waitForFunction(() => document.querySelector('main form') !== null)
        await visitor.page.locator('main form button[type=submit]').click()
        await seeText(visitor, required)
      },
    },
    pause('money-belief-pause', moneyBelief, 8, 'choose-subscription-plan'),
    result('money-belief-result'),
    {
      ...result('money-belief-result'),
      name: of('money-belief-result-opened'),
      show: async (visitor, urls) => {
        await visitor.open(stepPath(journey, 'money-belief-result'))
        await opened(visitor, urls)
      },
    },
    {
      ...result('money-belief-result'),
      name: of('money-belief-result-loading'),
      state: 'loading',
      show: (visitor) => openWithoutScripts(visitor, stepPath(journey, 'money-belief-result')),
    },
    {
      ...result('money-belief-result'),
      name: of('money-belief-result-picture'),
      state: 'done',
      show: async (visitor) => {
        await visitor.open(stepPath(journey, 'money-belief-result'))
        await visitor.page.getByRole('button', { name: 'Share a picture without scores' }).click()
        await seeText(visitor, 'Your picture is in your downloads.')
      },
    },
    {
      ...result('money-belief-result'),
      name: of('money-belief-result-quiet'),
      show: (visitor) => disagreeWithAll(visitor, moneyBelief),
    },
    result('money-belief-overview'),
    result('money-belief-behavior'),
    result('money-belief-manage'),
  ]
}
