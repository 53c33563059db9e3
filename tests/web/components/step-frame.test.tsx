// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StepFrame } from '#web/components/step-frame.tsx'
import { StepProblem } from '#web/components/step-problem.tsx'

afterEach(cleanup)

vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)

describe('the frame of a step', () => {
  it('leaves focus alone on the first step and moves it to the heading of the next, once that is painted', async () => {
    const { rerender } = render(<StepFrame stepKey="1" heading="First" />)
    expect(document.activeElement).toBe(document.body)
    rerender(<StepFrame stepKey="1" heading="First, reworded" />)
    expect(document.activeElement).toBe(document.body)
    rerender(<StepFrame stepKey="2" heading="Second" />)
    expect(document.activeElement).toBe(document.body)
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Second' }))
  })

  it('keeps the step that was left where it is until it has faded, out of reach', async () => {
    const { rerender, container } = render(<StepFrame stepKey="1" heading="First" />)
    const first = screen.getByRole('heading')
    rerender(<StepFrame stepKey="2" heading="Second" />)
    const leaving = container.querySelector('[aria-hidden]')
    expect(leaving?.contains(first)).toBe(true)
    expect(first.textContent).toBe('First')
    expect(screen.getByRole('heading').textContent).toBe('Second')
    await expect.poll(() => leaving?.hasAttribute('inert')).toBe(true)
    await expect.poll(() => leaving?.isConnected).toBe(false)
    expect(container.textContent).toBe('Second')
  })

  it('can be used once it is painted', async () => {
    const { rerender } = render(<StepFrame stepKey="1" heading="First" />)
    const isInert = () => screen.getByRole('heading').parentElement?.hasAttribute('inert')
    expect(isInert()).toBe(false)
    rerender(<StepFrame stepKey="2" heading="Second" />)
    expect(isInert()).toBe(true)
    await expect.poll(isInert).toBe(false)
  })

  it('takes up the step that was left where the visitor goes back before it is gone', () => {
    const { rerender, container } = render(<StepFrame stepKey="1" heading="First" />)
    const first = screen.getByRole('heading')
    rerender(<StepFrame stepKey="2" heading="Second" />)
    rerender(<StepFrame stepKey="1" heading="First once more" />)
    expect(screen.getByRole('heading')).toBe(first)
    expect(first.textContent).toBe('First once more')
    expect(container.querySelector('[aria-hidden]')?.textContent).toBe('Second')
  })

  it('makes the step that would follow ready out of sight, and shows that very one', async () => {
    const { rerender, container } = render(<StepFrame stepKey="1" heading="First" />)
    rerender(<StepFrame stepKey="1" heading="First" next={{ stepKey: '2', heading: 'Second' }} />)
    expect(container.textContent).toBe('First')
    await expect.poll(() => container.querySelector('[data-ahead]')?.textContent).toBe('Second')
    const second = container.querySelector('[data-ahead] h1')
    rerender(<StepFrame stepKey="2" heading="Second, with all it has" next={{ stepKey: '3', heading: 'Third' }} />)
    const shown = screen.getByRole('heading')
    expect(shown).toBe(second)
    expect(shown.textContent).toBe('Second, with all it has')
    expect(shown.closest('[data-ahead]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(shown)
    await expect.poll(() => container.querySelector('[data-ahead]')?.textContent).toBe('Third')
  })

  it('makes another step ready where another one would follow now', async () => {
    const { rerender, container } = render(<StepFrame stepKey="1" heading="First" next={{ stepKey: '2', heading: 'Second' }} />)
    await expect.poll(() => container.querySelector('[data-ahead]')?.textContent).toBe('Second')
    rerender(<StepFrame stepKey="1" heading="First" next={{ stepKey: '3', heading: 'Third' }} />)
    await expect.poll(() => container.querySelector('[data-ahead]')?.textContent).toBe('Third')
    rerender(<StepFrame stepKey="1" heading="First" next={null} />)
    expect(container.textContent).toBe('First')
  })

  it('tells the progress in words', () => {
    render(
      <StepFrame stepKey="4" heading="Question" progress={{ label: 'Check-up', value: 4, max: 11, text: 'Question 4 of 11' }} />,
    )
    expect(screen.getByRole('progressbar', { name: 'Check-up' }).getAttribute('aria-valuetext')).toBe('Question 4 of 11')
  })

  it('tells what went wrong below all else, and brings it into view', () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    const step = { stepKey: '1', heading: 'Payment', actions: <button type="button">Pay</button>, footnote: 'Nothing is charged yet.' }
    const { rerender, container } = render(<StepFrame {...step} problem={<StepProblem>{null}</StepProblem>} />)
    expect(scroll).not.toHaveBeenCalled()
    rerender(<StepFrame {...step} problem={<StepProblem><p role="alert">Your card was declined.</p></StepProblem>} />)
    const told = screen.getByRole('alert').parentElement
    expect(told?.parentElement).toBe(container.firstElementChild?.lastElementChild)
    expect(scroll.mock.instances).toEqual([told])
  })
})
