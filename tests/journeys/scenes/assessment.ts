import { stepPath } from '#core/model/journeys.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { DECLINED } from '#core/model/survey.ts'
import type { Answers } from '#core/model/survey.ts'
import { forgetPauses } from '#tests/support/stored-state.ts'
import { agreeing } from '../support/a-state.ts'
import { whenIdleLoadsEnd } from '../support/answering.ts'
import { withEarlierResults } from './at-account.ts'
import { hold, openWithoutCode, openWithoutScripts, required, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import { pageDataPath } from '#web/gatsby/internals.ts'

const calculate = '**/coaching/diagnosis/public/calculate'
const LAST = 11

const quiet = agreeing(1)
const tied = agreeing(5, 5, 1, 2)
const threeLoud = agreeing(6, 5, 4, 1)
const allLoud = agreeing(5, 5, 5, 5)
/** The first belief scores a little higher than the rest. */
const moderate = agreeing(3, 2, 1, 2)

/** Makes the questions unavailable to the rendering server and to the browser. */
const openWithoutQuestions: Scene['show'] = async (
  { open, page, context, cutOff },
  { adminApi },
) => {
  await context.route(`**${pageDataPath('/**/survey')}*`, async (route) => {
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
  /** The pause after the question with this number, answered with the option at `place`. */
  const pause = (
    name: string,
    path: string,
    question: number,
    place = 0,
    answers?: Answers,
    says?: string,
  ): Scene => ({
    name: of(name),
    group,
    path,
    state: 'ready',
    reached: path === survey ? 'money-belief' : 'choose-subscription-plan',
    answers,
    show: async (visitor) => {
      const { context, open, page } = visitor
      await context.addInitScript(forgetPauses, PERSISTED_STATE)
      await open(`${path}?step=${question}`)
      // Wait until the code of the pause is loaded.
      await whenIdleLoadsEnd(page)
      await page.getByRole('main').getByRole('radio').nth(place).click({ force: true })
      await page.locator('main form:not(:has(input))').waitFor()
      if (says) await seeText(visitor, says)
    },
  })
  const opened: Scene['show'] = async ({ page }) => {
    const summary = page.getByText('Which answers made these scores')
    await summary.waitFor()
    for (const each of await page.locator('main details > summary').all()) await each.click()
  }
  const surveyResult = (name: string, answers?: Answers, says?: string | RegExp): Scene => ({
    name: of(name),
    group,
    path: survey,
    state: 'done',
    reached: 'money-belief',
    answers,
    show: async (visitor) => {
      await visitor.open(`${survey}?step=result`)
      await visitor.page.getByRole('button', { name: 'Print' }).waitFor()
      if (says) await seeText(visitor, says)
    },
  })
  const result = (
    step:
      | 'money-belief-result'
      | 'money-belief-overview'
      | 'money-belief-behavior'
      | 'money-belief-manage',
    says?: string | RegExp,
  ): Scene => ({
    name: of(step),
    group,
    path: stepPath(journey, step),
    state: 'done',
    reached: 'choose-subscription-plan',
    variant: step === 'money-belief-result' ? '1 Step' : '3 Steps',
    show: async (visitor) => {
      await visitor.open(stepPath(journey, step))
      await visitor.page.locator('main details').first().waitFor()
      if (says) await seeText(visitor, says)
    },
  })
  const retaken = (name: string, address: string): Scene => ({
    name: of(`${name}-retaken`),
    group,
    path: address.replace(/\?.*/, ''),
    state: 'done',
    person: 'complete',
    show: async (visitor) => {
      await withEarlierResults(visitor)
      await visitor.open(address)
      await seeText(visitor, 'Then and now')
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
      name: of('survey-wrong-long'),
      group,
      path: survey,
      state: 'wrong',
      reached: 'money-belief',
      show: async (visitor, urls) => {
        await question(9)?.(visitor, urls)
        await visitor.page.locator('main form input:checked').press('Space')
        await visitor.press('Next')
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
    pause('survey-pause', survey, 6),
    pause('survey-pause-end', survey, LAST),
    ...(journey === 'sign-up'
      ? [
          pause(
            'survey-pause-heavy',
            survey,
            6,
            4,
            { 'spending-vs-income': 'much-more' },
            'You’ve looked straight at a hard year.',
          ),
          pause('survey-pause-declined', survey, 6, 5, undefined, 'A short pause.'),
          pause(
            'survey-pause-end-heavy',
            survey,
            LAST,
            0,
            { 'emergency-savings': 0, 'debt-manageable': 'far-more' },
            'You’ve named the heavy part, too.',
          ),
          // The question about how the debts feel is skipped.
          pause(
            'survey-pause-end-declined',
            survey,
            LAST - 1,
            0,
            { 'emergency-savings': DECLINED, 'debt-kinds': DECLINED },
            'That was the last question.',
          ),
        ]
      : []),
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
    surveyResult('survey-result'),
    // Nothing said about debt.
    surveyResult('survey-result-declined', { 'debt-kinds': DECLINED }, /^You preferred not to say/),
    // Heavy debts, for which free advice is offered.
    surveyResult('survey-result-debts', { 'debt-manageable': 'far-more' }, 'Free debt advice'),
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
          {
            name: of('money-belief-filled-in'),
            group,
            path: moneyBelief,
            state: 'ready',
            reached: 'choose-subscription-plan',
            show: async ({ open, page, press }) => {
              await open(stepPath(journey, 'money-belief-result'))
              await press('Retake the statements')
              await page.getByText('Your last answers are filled in.').waitFor()
            },
          } satisfies Scene,
          retaken('survey-result', `${survey}?step=result`),
          retaken('money-belief-result', stepPath(journey, 'money-belief-result')),
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
    pause('money-belief-pause', moneyBelief, 8),
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
        // A toast closes when this animation ends, and a screenshot ends all animations.
        await visitor.page
          .locator('.Toastify__progress-bar')
          .evaluate((bar) => bar.style.setProperty('animation', 'none'))
      },
    },
    {
      ...result('money-belief-result', 'No belief speaks loudly'),
      name: of('money-belief-result-quiet'),
      answers: quiet,
    },
    result('money-belief-overview'),
    result('money-belief-behavior'),
    result('money-belief-manage'),
    ...(journey === 'sign-up'
      ? [
          {
            ...result('money-belief-result', 'a little louder than the rest'),
            name: of('money-belief-result-moderate'),
            answers: moderate,
          },
          {
            ...result('money-belief-overview', 'No belief speaks loudly'),
            name: of('money-belief-overview-quiet'),
            answers: quiet,
          },
          {
            ...result('money-belief-result', 'Avoidance and worship speak loudest.'),
            name: of('money-belief-result-tied'),
            answers: tied,
          },
          {
            ...result('money-belief-result', /^Avoidance speaks loudest/),
            name: of('money-belief-result-three-loud'),
            answers: threeLoud,
          },
          {
            ...result('money-belief-result', 'All four speak loudly.'),
            name: of('money-belief-result-all-loud'),
            answers: allLoud,
          },
          {
            ...result('money-belief-manage', 'What to do about them'),
            name: of('money-belief-manage-all-loud'),
            answers: allLoud,
          },
          {
            ...result('money-belief-manage', 'None of them needs much attention'),
            name: of('money-belief-manage-quiet'),
            answers: quiet,
          },
          {
            ...result('money-belief-behavior', 'Quiet beliefs leave few traces'),
            name: of('money-belief-behavior-quiet'),
            answers: quiet,
          },
          {
            name: of('survey-offline'),
            group,
            path: survey,
            state: 'offline',
            show: async (visitor, urls) => {
              await question(1)?.(visitor, urls)
              await visitor.page.waitForLoadState('networkidle')
              await visitor.context.setOffline(true)
              await seeText(visitor, 'You’re offline.')
            },
          } satisfies Scene,
        ]
      : []),
  ]
}
