// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '#web/components/button.tsx'

vi.mock('gatsby', () => ({ Link: () => null }))

afterEach(cleanup)

describe('a busy button', () => {
  it('says what it is doing, keeps its focus, and does nothing more', async () => {
    const onClick = vi.fn<() => void>()
    const { rerender } = render(
      <Button busyLabel="Creating your account" onClick={onClick}>
        Continue
      </Button>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    rerender(
      <Button busy busyLabel="Creating your account" onClick={onClick}>
        Continue
      </Button>,
    )
    const busy = screen.getByRole('button', { name: 'Creating your account' })
    expect(document.activeElement).toBe(busy)
    await userEvent.click(busy)
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it('does not submit its form again', async () => {
    const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
      event.preventDefault(),
    )
    render(
      <form onSubmit={submitted}>
        <Button type="submit" busy busyLabel="Saving">
          Save
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(submitted).not.toHaveBeenCalled()
  })
})
