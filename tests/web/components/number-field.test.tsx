// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { readWholeNumber } from '#core/model/whole-number.ts'
import { NumberField } from '#web/components/number-field.tsx'

afterEach(cleanup)

const given: (number | null)[] = []

const Months = ({ start = null }: { start?: number | null }) => {
  const [value, setValue] = useState<number | null>(start)
  return (
    <>
      <NumberField
        label="Months"
        unit="months"
        value={value}
        read={readWholeNumber}
        onChange={(next) => {
          given.push(next)
          setValue(next)
        }}
      />
      <button type="button" onClick={() => setValue(6)}>
        Six
      </button>
    </>
  )
}

afterEach(() => void given.splice(0))

describe('a number field', () => {
  it('returns whole numbers, and null once it is empty', async () => {
    render(<Months />)
    await userEvent.type(screen.getByLabelText('Months'), '12')
    await userEvent.clear(screen.getByLabelText('Months'))
    expect(given).toEqual([1, 12, null])
  })

  it('keeps what was typed when it is not a whole number, and returns NaN', async () => {
    render(<Months start={3} />)
    const field = screen.getByLabelText<HTMLInputElement>('Months')
    await userEvent.type(field, '.5')
    expect(field.value).toBe('3.5')
    expect(given.at(-1)).toBeNaN()
  })

  it('shows a value set from outside', async () => {
    render(<Months start={3} />)
    await userEvent.click(screen.getByRole('button', { name: 'Six' }))
    expect(screen.getByLabelText<HTMLInputElement>('Months').value).toBe('6')
  })
})
