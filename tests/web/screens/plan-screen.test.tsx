// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { SurveyResult } from '#core/model/survey.ts'
import { aBeliefResult, aSurveyResult, welcome20 } from '#tests/support/a-visitor.ts'
import { buttonClasses, filledButtons } from '#tests/web/support/filled-buttons.ts'
import { hold } from '#tests/web/support/hold.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { PlanScreen } from '#web/screens/plan/plan-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))
vi.mock('#web/components/button.module.css', () => buttonClasses)

let page: PageLoad

const diagnosis: SurveyResult = {
  ...aSurveyResult,
  pillars: [
    { id: 'spend', score: 70, band: 'coping', advice: '', answers: [] },
    { id: 'borrow', score: 31, band: 'vulnerable', advice: '', answers: [] },
  ],
  nextSteps: ['All you owe', 'Cut one cost', 'The date'].map((title) => ({ title, text: '' })),
}

const quiet = {
  ...aBeliefResult,
  beliefs: [
    {
      id: aBeliefResult.dominant,
      score: 1.8,
      level: 'low' as const,
      summary: '',
      behaviors: [],
      steps: [],
      answers: [],
    },
  ],
}

const open = async (promotion = null as typeof welcome20 | null) => {
  page = await aPageLoad()
  const { survey } = page.global.signUpData
  page.global.changeSignUpData({
    survey: { ...survey, diagnosis },
    moneyBelief: { answers: {}, diagnosis: quiet },
    stripePromotionCode: promotion,
  })
  showScreen(page, <PlanScreen journey="sign-up" />)
  await screen.findByRole('radio', { name: /Annual/ })
}

const code = () => screen.getByText(/^(Have a|Your) code/).closest('details')

describe('the plan step', () => {
  it('begins with the result and the first three weeks', async () => {
    await open()
    screen.getByText('From your result: Borrow is lowest; no belief speaks loudly.')
    expect(screen.getByText('All you owe').parentElement?.textContent).toBe(
      'All you owe Week one, for Borrow',
    )
  })

  it('says why the first charge is today to somebody who has had free days', async () => {
    await open()
    const reason = /already had your free days, so the first charge is today/
    expect(screen.queryByText(reason)).toBeNull()
    act(() => page.global.learnTrial(false))
    screen.getByText(reason)
  })

  it('lists once what both plans include', async () => {
    await open()
    screen.getByRole('heading', { name: 'In both plans' })
    expect(screen.getAllByText('Coach')).toHaveLength(1)
  })

  it('collapses the code field while no code is applied', async () => {
    await open()
    expect(code()?.open).toBe(false)
  })

  it('shows the code that is applied', async () => {
    await open(welcome20)
    expect(code()?.open).toBe(true)
    expect(screen.queryByText('Have a code?')).toBeNull()
    screen.getByRole('button', { name: 'Remove promotion code WELCOME20' })
  })

  it('shows the discount on both plans, not only on the picked one', async () => {
    await open(welcome20)
    await screen.findByRole('radio', { name: /7 days free, then \$10\.39$/ })
    expect(screen.getByRole('radio', { name: /Annual/ }).closest('div')?.textContent).toMatch(
      /14 days free, then \$71\.99$/,
    )
  })

  it('moves the focus to a code once it is applied, but not away from a plan picked later', async () => {
    await open()
    await userEvent.click(screen.getByText('Have a code?'))
    await userEvent.click(screen.getByRole('radio', { name: /Monthly/ }))
    await userEvent.type(screen.getByLabelText(/^Promotion code/), 'HALFYEAR{Enter}')
    const applied = (await screen.findByText('HALFYEAR')).closest('div')
    expect(document.activeElement).toBe(applied)
    for (const name of [/Annual/, /Monthly/]) {
      const plan = screen.getByRole('radio', { name })
      await userEvent.click(plan)
      expect(document.activeElement).toBe(plan)
    }
    screen.getByText('HALFYEAR')
  })

  it('has one filled button, even while the form for a mail is open', async () => {
    await open()
    expect(filledButtons()).toEqual(['Choose Annual'])
    await userEvent.click(screen.getByRole('button', { name: 'Finish later' }))
    await screen.findByLabelText('Your email')
    expect(filledButtons()).toEqual(['Email me the link'])
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(filledButtons()).toEqual(['Choose Annual'])
  })

  it('offers “Try again” as its one filled button while the plans are unavailable', async () => {
    page = await aPageLoad()
    page.adminApi.fail()
    showScreen(page, <PlanScreen journey="sign-up" />)
    screen.getByRole('button', { name: 'Loading the plans' })
    await screen.findByText('We can’t load the plans right now')
    expect(filledButtons()).toEqual(['Try again'])
    page.adminApi.restore()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const choose = await screen.findByRole('button', { name: 'Choose Annual' })
    expect(document.activeElement).toBe(choose)
  })

  it('asks for a code without marking the empty field as invalid', async () => {
    await open()
    await userEvent.click(screen.getByText('Have a code?'))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    const field = screen.getByLabelText(/^Promotion code/)
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.getAttribute('aria-invalid')).toBeNull()
  })

  it('shows at the field why a typed code is refused, instead of continuing without it', async () => {
    await open()
    await userEvent.click(screen.getByText('Have a code?'))
    await userEvent.type(screen.getByLabelText(/^Promotion code/), 'EXPIRED')
    code()?.removeAttribute('open')
    const choose = screen.getByRole('button', { name: 'Choose Annual' })
    await userEvent.click(choose)
    await screen.findByText('This code has expired.')
    expect(code()?.open).toBe(true)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Promotion code/))
    expect(choose.getAttribute('aria-disabled')).toBeNull()
    expect(page.global.signUpData.subscriptionProduct).toBeNull()
    await userEvent.click(choose)
    await waitFor(() => expect(page.global.signUpData.subscriptionProduct?.id).toBe('annual'))
  })

  it('says that it is checking a typed code before it continues', async () => {
    await open()
    await userEvent.click(screen.getByText('Have a code?'))
    await userEvent.type(screen.getByLabelText(/^Promotion code/), 'WELCOME20')
    const release = hold(page.adminApi, 'checkPromotionCode', 'response')
    await userEvent.click(screen.getByRole('button', { name: 'Choose Annual' }))
    await screen.findByRole('button', { name: 'Checking the code' })
    release()
    await waitFor(() => expect(page.global.signUpData.stripePromotionCode?.code).toBe('WELCOME20'))
  })
})
