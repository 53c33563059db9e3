// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '#core/model/messages.ts'
import { aBeliefResult } from '#tests/support/a-visitor.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import type { saveFile as realSaveFile } from '#web/components/save-file.ts'
import { SaveResult } from '#web/screens/result/keep-result.tsx'

const code = vi.hoisted(() => vi.fn<() => Promise<void>>())
const saveFile = vi.hoisted(() => vi.fn<typeof realSaveFile>())

vi.mock('#web/components/save-file.ts', () => ({ saveFile }))
vi.mock('#web/screens/result/belief-page.ts', () => ({ beliefPage: code }))
vi.mock('#web/screens/result/result-page.ts', () => ({ resultPageHtml: () => 'the page' }))

const open = async () => {
  const page = await aPageLoad()
  const date = new Date('2026-11-26T12:00:00Z')
  showScreen(page, <SaveResult result={aBeliefResult} asked={null} date={date} />)
  return page
}

const button = () => screen.getByRole('button')

beforeEach(() => {
  code.mockReset().mockResolvedValue()
  saveFile.mockReset()
})

describe('the button that saves a result', () => {
  it('saves a file with the kind and the date of the result in its name', async () => {
    await open()
    await userEvent.click(button())
    await waitFor(() =>
      expect(saveFile.mock.calls).toEqual([
        ['evenkeel-money-beliefs-2026-11-26.html', 'the page', 'text/html'],
      ]),
    )
  })

  it('is busy and ignores clicks until the code for the file arrives', async () => {
    let arrive = () => {}
    code.mockReturnValue(
      new Promise((resolve) => {
        arrive = resolve
      }),
    )
    await open()
    await userEvent.click(button())
    await screen.findByRole('button', { name: 'Saving the file' })
    await userEvent.click(button())
    arrive()
    await screen.findByRole('button', { name: 'Save as a file' })
    expect(saveFile).toHaveBeenCalledOnce()
  })

  it('says that something went wrong, and saves after Retry', async () => {
    code.mockRejectedValueOnce(new Error('The code did not arrive.'))
    const { notices } = await open()
    await userEvent.click(button())
    await waitFor(() =>
      expect(notices.all.map(({ text }) => text)).toEqual([messages.somethingWentWrong]),
    )
    expect(saveFile).not.toHaveBeenCalled()
    act(() => notices.all[0]?.retry?.())
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    expect(notices.all).toEqual([])
  })
})
