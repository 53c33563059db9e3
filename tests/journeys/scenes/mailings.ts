import { stepPath } from '#core/model/journeys.ts'
import type { Visitor } from '../support/visitor.ts'
import { hold, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'

const group = 'Sign-up: mails to keep'
const survey = stepPath('sign-up', 'survey')
const plan = stepPath('sign-up', 'choose-subscription-plan')
const mailings = '**/api/v1/mailings/result'

const openForm = async ({ open, press }: Visitor): Promise<void> => {
  await open(`${survey}?step=result`)
  await press('Email me my result')
}

const send = async (visitor: Visitor, address = visitor.email): Promise<void> => {
  await openForm(visitor)
  await visitor.page.getByLabel('Your email').fill(address)
  await visitor.press('Send')
}

const finishLater = async ({ open, press, page }: Visitor): Promise<void> => {
  await open(plan)
  await press('Finish later')
  await page.getByLabel('Your email').waitFor()
}

export const mailingScenes: readonly Scene[] = [
  ...scenesOf({ group, reached: 'money-belief' }, [
    { name: 'mail-result', path: survey, state: 'empty', show: openForm },
    {
      name: 'mail-result-wrong',
      path: survey,
      state: 'wrong',
      show: async (visitor) => {
        await send(visitor, 'ada@nowhere')
        await seeText(visitor, /Please provide a valid email/)
      },
    },
    {
      name: 'mail-result-busy',
      path: survey,
      state: 'busy',
      show: async (visitor) => {
        await hold(visitor, mailings)
        await send(visitor)
        await visitor.page.locator('[data-busy]').waitFor()
      },
    },
    {
      name: 'mail-result-sent',
      path: survey,
      state: 'done',
      show: async (visitor) => {
        await send(visitor, `an-address-that-needs-another-line-${visitor.email}`)
        await seeText(visitor, 'It’s on its way')
      },
    },
    {
      name: 'mail-result-limited',
      path: survey,
      state: 'error',
      expects: [429],
      show: async (visitor) => {
        await visitor.context.route(mailings, (route) =>
          route.fulfill({
            status: 429,
            headers: {
              'access-control-allow-origin': '*',
              'access-control-expose-headers': 'Retry-After',
              'retry-after': '80000',
            },
            json: { code: 'rate/limited' },
          }),
        )
        await send(visitor)
        await seeText(visitor, /try again in 23 hours/)
      },
    },
    {
      name: 'mail-result-error',
      path: survey,
      state: 'error',
      show: async (visitor, { adminApi }) => {
        await openForm(visitor)
        await visitor.page.getByLabel('Your email').fill(visitor.email)
        await visitor.cutOff(adminApi)
        await visitor.press('Send')
        await seeText(visitor, sorry)
      },
    },
  ]),
  ...scenesOf({ group, reached: 'choose-subscription-plan' }, [
    { name: 'finish-later', path: plan, state: 'empty', show: finishLater },
    {
      name: 'finish-later-sent',
      path: plan,
      state: 'done',
      show: async (visitor) => {
        await finishLater(visitor)
        await visitor.page.getByLabel('Your email').fill(visitor.email)
        await visitor.press('Email me the link')
        await seeText(visitor, 'It’s on its way')
      },
    },
  ]),
]
