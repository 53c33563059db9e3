import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import { DECLINED } from '#core/model/survey.ts'
import type { Answers } from '#core/model/survey.ts'
import { scrollTo } from '../support/hands.ts'
import type { World } from '../support/world.ts'

/** The pages of a PDF, whose page objects are not compressed. */
const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

type Printed = {
  readonly path: string
  readonly variant?: MoneyBeliefResultVariant
  readonly answers?: Answers
  /** The language of the browser. */
  readonly language?: string
  readonly says: readonly string[]
}

const beliefsInPrint = [
  'Avoidance speaks loudest',
  '5.0',
  'Status',
  'Letters and balances wait',
  'Look at your balance on one fixed day a week',
]

export const describeKeepingResults = (world: () => World) =>
  describe('a result', () => {
    it('is saved as an HTML file with all four beliefs and all statements', async () => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/money-belief-result')
      const [download] = await Promise.all([
        ada.page.waitForEvent('download'),
        ada.press('Save as a file'),
      ])
      expect(download.suggestedFilename()).toMatch(
        /^evenkeel-money-beliefs-\d{4}-\d{2}-\d{2}\.html$/,
      )
      const { questions } = await world().records.ask<{ questions: { prompt: string }[] }>(
        'coaching/diagnosis/public/questions?kind=money_belief',
      )
      const saved = await readFile(await download.path(), 'utf8')
      const file = await ada.context.newPage()
      await file.setContent(saved)
      const text = await file.locator('body').innerText()
      for (const said of [
        'Avoidance',
        'Worship',
        'Status',
        'Vigilance',
        ...questions.map(({ prompt }) => prompt),
      ])
        expect(text).toContain(said)
    })

    it('is saved as a square PNG where the device cannot share files', async () => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/money-belief-result')
      const [download] = await Promise.all([
        ada.page.waitForEvent('download'),
        ada.press('Share a picture without scores'),
      ])
      expect(download.suggestedFilename()).toBe('evenkeel-money-beliefs.png')
      const picture = await readFile(await download.path())
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1080])
      await ada.page.getByText('Your picture is in your downloads.').waitFor()
    })

    it.each<Printed>([
      { path: 'survey?step=result', says: ['out of 100', 'Spend', 'Where to begin'] },
      {
        path: 'survey?step=result',
        answers: { 'debt-manageable': 'far-more' },
        says: ['Free debt advice', 'https://www.nfcc.org'],
      },
      {
        path: 'survey?step=result',
        answers: { 'debt-manageable': 'far-more' },
        language: 'fr-FR',
        says: ['United Kingdom: https://www.stepchange.org', 'https://ndh.org.au'],
      },
      {
        path: 'survey?step=result',
        answers: { 'debt-kinds': DECLINED },
        says: ['You preferred not to say anything about Borrow'],
      },
      { path: 'money-belief-result', says: beliefsInPrint },
      { path: 'money-belief-overview', variant: '3 Steps', says: beliefsInPrint },
      { path: 'money-belief-manage', variant: '3 Steps', says: beliefsInPrint },
    ])(
      'is printed on one page, without buttons and in the light scheme ($path, $says.0)',
      async ({ path, variant, answers, language, says }) => {
        const ada = await world().visitor({
          variant,
          answers,
          reached: 'choose-subscription-plan',
        })
        const { page } = ada
        if (language)
          await page.addInitScript((spoken) => {
            Object.defineProperty(navigator, 'languages', { value: [spoken] })
          }, language)
        await page.emulateMedia({ colorScheme: 'dark' })
        await ada.open(`/sign-up/${path}`)
        await page.locator('main details').first().waitFor()
        for (const format of ['A4', 'Letter']) expect(pagesOf(await page.pdf({ format }))).toBe(1)

        await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
        const text = await page.locator('body').innerText()
        for (const said of says) expect(text).toContain(said)
        expect(await page.getByRole('button').count()).toBe(0)
        expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(
          'rgb(15, 42, 51)',
        )
      },
    )

    it('is mailed to the address that is entered, which is not stored in the browser', async () => {
      const { visitor, records } = world()
      const ada = await visitor({ reached: 'money-belief' })
      await ada.open('/sign-up/survey?step=result')
      const score = await ada.page.getByText('out of 100').first().locator('xpath=..').innerText()
      await ada.press('Email me my result')
      await ada.page.getByLabel('Your email').fill(ada.email)
      await ada.press('Send')
      await ada.page.getByText('It’s on its way').waitFor()
      const mail = async () => (await records.notices(ada.email))[0]
      await expect.poll(mail, { timeout: 30_000 }).toMatchObject({
        subject: `Your check-up: ${/\d+/.exec(score)?.[0]} of 100`,
        text: expect.stringContaining('Where to begin'),
      })
      expect(JSON.stringify(await ada.stored())).not.toContain(ada.email)
    })

    it('is emailed for the money-belief statements, and a reload empties the address field', async () => {
      const { visitor, records } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/money-belief-result')
      await ada.press('Email me my result')
      await ada.page.getByLabel('Your email').fill(ada.email)
      await ada.page.getByLabel('Your email').press('Enter')
      await ada.page.getByText('It’s on its way').waitFor()
      await expect
        .poll(async () => (await records.notices(ada.email))[0]?.subject, { timeout: 30_000 })
        .toMatch(/^Your money beliefs: avoidance speaks loudest/)
      await ada.page.reload()
      await ada.press('Email me my result')
      expect(await ada.page.getByLabel('Your email').inputValue()).toBe('')
    })
  })

export const describeFinishingLater = (world: () => World) =>
  describe('finishing later', () => {
    it('mails a link that leads back to the plans', async () => {
      const { visitor, records } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.press('Finish later')
      await ada.page.getByLabel('Your email').fill(ada.email)
      await ada.press('Email me the link')
      await ada.page.getByText('It’s on its way').waitFor()
      const text = async () => (await records.notices(ada.email))[0]?.text ?? ''
      await expect.poll(text, { timeout: 30_000 }).toContain('Continue where I left off')
      const link = /https?:\/\/\S+\/sign-up\/\S+/.exec(await text())?.[0] ?? ''
      await ada.open('/')
      await ada.open(new URL(link).pathname)
      await ada.page.getByRole('button', { name: 'Choose Annual' }).waitFor()
      await ada.at('/sign-up/choose-subscription-plan')
    })

    it('leads to the first question when the plans are opened on another device', async () => {
      const visitor = await world().visitor({ reached: 'never-here' })
      await visitor.open('/sign-up/choose-subscription-plan')
      await expect.poll(visitor.path).toMatch(/^\/sign-up\/survey/)
    })

    it('says that something went wrong, and sends the mail after a retry', async () => {
      const { visitor, urls, records } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.press('Finish later')
      await ada.page.getByLabel('Your email').fill(ada.email)
      const { restore } = await ada.cutOff(`${urls.adminApi}/api/v1/mailings`)
      await ada.press('Email me the link')
      await ada.page.getByText('Oops... something went wrong.').waitFor()
      await restore()
      await ada.press('Try again')
      await ada.page.getByText('It’s on its way').waitFor()
      await expect
        .poll(async () => (await records.notices(ada.email)).length, { timeout: 30_000 })
        .toBe(1)
    })
  })

export const describePrices = (world: () => World) =>
  describe('the plans on the home page', () => {
    it('have the prices of the admin API, as text and as structured data', async () => {
      const ada = await world().visitor()
      await ada.open('/')
      const plans = ada.page.locator('#plans')
      await scrollTo(plans)
      await plans.getByText('$89.99', { exact: true }).waitFor()
      const data = JSON.parse(
        (await plans.locator('script[type="application/ld+json"]').textContent()) ?? '',
      ) as {
        offers: { name: string; price: string; priceCurrency: string }[]
      }
      expect(
        data.offers
          .map(({ name, price, priceCurrency }) => `${name} ${price} ${priceCurrency}`)
          .toSorted(),
      ).toEqual(['Annual 89.99 USD', 'Monthly 12.99 USD'])
    })

    it('are shown without prices while the admin API is down', async () => {
      const { urls, visitor } = world()
      const ada = await visitor()
      await ada.cutOff(urls.adminApi)
      await ada.open('/')
      await scrollTo(ada.page.locator('#plans'))
      await ada.page.getByText('Paid once a year.').waitFor()
      expect(await ada.page.locator('#plans').innerText()).not.toContain('$')
    })
  })
