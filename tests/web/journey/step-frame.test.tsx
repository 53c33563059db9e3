// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StepId } from '#core/model/routes.ts'
import { StepFrame } from '#web/journey/step-frame.tsx'
import { StepProblem } from '#web/journey/step-problem.tsx'
import { servedProgress } from '#web/journey/use-progress.ts'

afterEach(cleanup)

vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)

describe('the frame of a step', () => {
  it('leaves focus and scroll position alone on the first step, and moves both to the next one', () => {
    const scroll = vi.spyOn(window, 'scrollTo')
    const { rerender } = render(<StepFrame stepKey="1" heading="First" />)
    rerender(<StepFrame stepKey="1" heading="First, reworded" />)
    expect(document.activeElement).toBe(document.body)
    expect(scroll).not.toHaveBeenCalled()
    rerender(<StepFrame stepKey="2" heading="Second" />)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second' }))
    expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0)
  })

  it('shows the first step without animation, and slides in the next one from its direction', () => {
    const { rerender, container } = render(<StepFrame stepKey="1" heading="First" />)
    const entering = () => container.querySelector('[data-entering]')?.getAttribute('data-entering')
    expect(entering()).toBeUndefined()
    rerender(<StepFrame stepKey="2" heading="Second" />)
    expect(entering()).toBe('forward')
    rerender(<StepFrame stepKey="1" heading="First" direction="back" />)
    expect(entering()).toBe('back')
  })

  it('remounts its fields for each step, so that what was typed in one step is not in the next', () => {
    const { rerender, container } = render(
      <StepFrame stepKey="1" heading="First">
        <input />
      </StepFrame>,
    )
    const input = container.querySelector('input')
    rerender(
      <StepFrame stepKey="2" heading="Second">
        <input />
      </StepFrame>,
    )
    expect(container.querySelectorAll('h1')).toHaveLength(1)
    expect(container.querySelector('input')).not.toBe(input)
  })

  const progressAt = (step: StepId) => {
    const progress = servedProgress('sign-up', { step, passed: 0.5 }, 'Question 4 of 11')
    render(<StepFrame stepKey="4" heading="Question" progress={progress} />)
    return screen.getByRole('progressbar', { name: 'Getting started' })
  }

  it('gives the progress in words', () => {
    const bar = progressAt('survey')
    expect(bar.getAttribute('aria-valuetext')).toMatch(
      /^Check-up: Question 4 of 11\. About \d min left$/,
    )
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['0.5', '3'])
  })

  it('says at the beginning that the minutes are the total', () => {
    const progress = servedProgress('sign-up', { step: 'survey' }, 'Question 1 of 11')
    render(<StepFrame stepKey="1" heading="Question" progress={progress} />)
    expect(screen.queryByText(/^About \d min in all$/)).not.toBeNull()
  })

  it('gives no minutes at the last step', () => {
    expect(progressAt('download-app').getAttribute('aria-valuetext')).toBe(
      'Your plan: Question 4 of 11',
    )
  })

  it('shows an error below everything else, and scrolls the error into view', () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    const step = {
      stepKey: '1',
      heading: 'Payment',
      actions: <button type="button">Pay</button>,
      footnote: 'Nothing is charged yet.',
    }
    const { rerender, container } = render(
      <StepFrame {...step} problem={<StepProblem>{null}</StepProblem>} />,
    )
    expect(scroll).not.toHaveBeenCalled()
    rerender(
      <StepFrame
        {...step}
        problem={
          <StepProblem>
            <p role="alert">Your card was declined.</p>
          </StepProblem>
        }
      />,
    )
    const told = screen.getByRole('alert').parentElement
    expect(told?.parentElement).toBe(container.firstElementChild?.lastElementChild)
    expect(scroll.mock.instances).toEqual([told])
  })
})
