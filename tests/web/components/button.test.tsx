// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Shell } from '#web/shell/shell.tsx'

vi.mock('gatsby', () => ({ Link: () => null }))

afterEach(cleanup)

describe('a busy button', () => {
  it('says what it is doing, keeps its focus, and ignores clicks', async () => {
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

  it('announces what it is doing in the status region until it is done', async () => {
    const Save = () => {
      const [busy, setBusy] = useState(false)
      return (
        <>
          <Button busy={busy} busyLabel="Saving" onClick={() => setBusy(true)}>
            Save
          </Button>
          <Button onClick={() => setBusy(false)}>Finish</Button>
        </>
      )
    }
    const shell = (
      <Shell path="/account">
        <Save />
      </Shell>
    )
    showScreen(await aPageLoad(), shell)
    const status = document.querySelector('[data-status]')
    expect(status?.textContent).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(status?.textContent).toBe('Saving')
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }))
    expect(status?.textContent).toBe('')
  })

  it('announces what it is doing in the dialog around it, since the page behind is inert', async () => {
    const Ask = () => {
      const [busy, setBusy] = useState(false)
      return (
        <Dialog open onClose={() => {}} title="Cancel your plan?">
          <Button busy={busy} busyLabel="Cancelling" onClick={() => setBusy(true)}>
            Cancel the plan
          </Button>
        </Dialog>
      )
    }
    const shell = (
      <Shell path="/account">
        <Ask />
      </Shell>
    )
    showScreen(await aPageLoad(), shell)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the plan' }))
    const status = screen.getByRole('dialog').querySelector('[data-status]')
    expect(status?.textContent).toBe('Cancelling')
  })

  it('does not submit its form when it is clicked', async () => {
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
