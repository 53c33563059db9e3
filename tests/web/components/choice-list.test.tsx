// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChoiceList } from '#web/components/choice-list.tsx'

afterEach(cleanup)

const options = [
  { id: 'cards', label: 'Credit cards' },
  { id: 'student', label: 'Student loan' },
  { id: 'home', label: 'Mortgage' },
]

describe('a list of choices', () => {
  it('is a named group of radio buttons when only one option can be chosen', async () => {
    const onChange = vi.fn<(chosen: unknown) => void>()
    render(
      <ChoiceList
        legend="Which debt?"
        name="debt"
        options={options}
        value="home"
        onChange={onChange}
      />,
    )
    expect(screen.getByRole('group', { name: 'Which debt?' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mortgage' }).checked).toBe(true)
    await userEvent.click(screen.getByLabelText('Credit cards'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('cards')
  })

  it('returns several choices in the order of the options, whatever the order of the clicks', async () => {
    const onChange = vi.fn<(chosen: unknown) => void>()
    render(
      <ChoiceList
        legend="Which debt?"
        name="debt"
        options={options}
        multiple
        value={['home']}
        onChange={onChange}
      />,
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Credit cards' }))
    expect(onChange).toHaveBeenLastCalledWith(['cards', 'home'])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mortgage' }))
    expect(onChange).toHaveBeenLastCalledWith([])
  })

  it('clears the other options when an exclusive option is chosen, and vice versa', async () => {
    const onChange = vi.fn<(chosen: unknown) => void>()
    const list = (value: readonly string[]) => (
      <ChoiceList
        legend="Which debt?"
        name="debt"
        options={[...options, { id: 'none', label: 'None of these', exclusive: true }]}
        multiple
        value={value}
        onChange={onChange}
      />
    )
    const { rerender } = render(list(['cards', 'home']))
    await userEvent.click(screen.getByRole('checkbox', { name: 'None of these' }))
    expect(onChange).toHaveBeenLastCalledWith(['none'])
    rerender(list(['none']))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mortgage' }))
    expect(onChange).toHaveBeenLastCalledWith(['home'])
    await userEvent.click(screen.getByRole('checkbox', { name: 'None of these' }))
    expect(onChange).toHaveBeenLastCalledWith([])
  })

  it('ties its error to the group, and shows it above the options', () => {
    render(
      <ChoiceList
        legend="Which debt?"
        name="debt"
        options={options}
        value={null}
        onChange={vi.fn<() => void>()}
        error="This field is required."
      />,
    )
    const described = screen.getByRole('group').getAttribute('aria-describedby') ?? ''
    const error = document.getElementById(described)!
    expect(error.textContent).toBe('This field is required.')
    const { DOCUMENT_POSITION_FOLLOWING } = Node
    expect(error.compareDocumentPosition(screen.getAllByRole('radio')[0]!)).toBe(
      DOCUMENT_POSITION_FOLLOWING,
    )
  })
})
