// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { runInAction } from 'mobx'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { saveMany } from '#tests/support/save-many.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { FilledIn } from '#web/screens/assessment/filled-in.tsx'
import { PaymentScreen } from '#web/screens/payment/payment-screen.tsx'
import { EmailSection } from '#web/screens/your-account/email-section.tsx'
import { ResultsSection } from '#web/screens/your-account/results-section.tsx'
import { SecondFactorSection } from '#web/screens/your-account/second-factor-section.tsx'
import type { CardFormViewProps } from '#web/stores/app-loader.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

const aUser = async () => {
  const ports = inMemory()
  await signUpAda(ports)
  return aPageLoad(ports)
}

const MissingCard = ({ renderUnavailable }: CardFormViewProps) => {
  const [isMissing, setIsMissing] = useState(true)
  return isMissing ? renderUnavailable(() => setIsMissing(false)) : <p>The card fields</p>
}

const show = (page: Awaited<ReturnType<typeof aUser>>, element: ReactElement) =>
  showScreen(page, <main>{element}</main>, MissingCard)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const isGone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
const focused = () =>
  document.activeElement === document.body ? 'nothing' : document.activeElement?.textContent

const payment = async () => {
  const page = await aUser()
  await page.plan.load()
  await page.plan.choose(ignore)
  show(page, <PaymentScreen journey="sign-up" />)
  await screen.findByText('We can’t load the card fields right now')
  return page
}

describe('the focus, once the pressed button has disappeared', () => {
  it('is on the step’s heading once a slow card check has been cancelled', async () => {
    const page = await payment()
    act(() =>
      runInAction(() => void Object.assign(page.payment, { phase: 'saving-card', isSlow: true })),
    )
    await press('Cancel')
    await isGone('Cancel')
    expect(focused()).toBe('Add your card to begin')
  })

  it('is on the card once its fields are loaded again', async () => {
    await payment()
    await press('Try again')
    await isGone('Try again')
    expect(focused()).toBe('Card')
  })

  it('is on the section about the sign-in code once that has loaded again', async () => {
    const page = await aUser()
    page.auth.fail()
    show(page, <SecondFactorSection />)
    await screen.findByRole('button', { name: 'Try again' })
    page.auth.restore()
    await press('Try again')
    await isGone('Try again')
    expect(focused()).toBe('Sign-in code')
  })

  it('is on the email section once the message about a new email is hidden', async () => {
    const page = await aUser()
    show(page, <EmailSection />)
    await press('Change email')
    await userEvent.type(await screen.findByLabelText('New email'), 'x{Enter}')
    await press('Hide this message')
    await isGone('Hide this message')
    expect(focused()).toBe('Email')
  })

  it('is on the question once the filled-in answers have been cleared', async () => {
    const page = await aPageLoad()
    const Question = () => {
      const [isFilledIn, setIsFilledIn] = useState(true)
      return (
        <>
          <h1 tabIndex={-1}>The question</h1>
          {isFilledIn && <FilledIn store={{ startEmpty: () => setIsFilledIn(false) }} />}
        </>
      )
    }
    show(page, <Question />)
    await press('Start from scratch')
    await isGone('Start from scratch')
    expect(focused()).toBe('The question')
  })

  it('is on the first of the results loaded with “Show more”', async () => {
    const page = await aUser()
    await saveMany(page.adminApi, 60)
    await page.yourAccount.load()
    show(page, <ResultsSection />)
    const isOnResult = (place: number) =>
      waitFor(() => {
        const result = document.activeElement?.closest('li')
        expect([...(result?.parentElement?.children ?? [])].indexOf(result!)).toBe(place)
      })
    await press('Show more')
    await isOnResult(4)
    await press('Show more')
    await isOnResult(50)
  })
})
