// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '#core/model/messages.ts'
import { aBeliefResult } from '#tests/support/a-visitor.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import type { shareFile as realShareFile } from '#web/components/share-file.ts'
import type { drawSharedPicture as realDrawing } from '#web/screens/result/draw-shared-picture.tsx'
import { SharePicture } from '#web/screens/result/share-picture.tsx'
import { sharedPicture } from '#web/screens/result/shared-picture.ts'

const draw = vi.hoisted(() => vi.fn<typeof realDrawing>())
const shareFile = vi.hoisted(() => vi.fn<typeof realShareFile>())

vi.mock('#web/screens/result/draw-shared-picture.tsx', () => ({ drawSharedPicture: draw }))
vi.mock('#web/components/share-file.ts', () => ({ shareFile }))

let page: PageLoad

const button = () => screen.getByRole('button')
const notices = () => page.notices.all.map(({ text }) => text)

beforeEach(async () => {
  draw.mockReset().mockResolvedValue(new Blob(['picture'], { type: 'image/png' }))
  shareFile.mockReset().mockResolvedValue('saved')
  page = await aPageLoad()
  showScreen(page, <SharePicture result={aBeliefResult} />)
})

describe('the button for a picture to share', () => {
  it('draws nothing until it is pressed', () => {
    expect(button().textContent).toContain('Share a picture without scores')
    expect(draw).not.toHaveBeenCalled()
  })

  it('shares what the result says as a picture, and says that the picture is saved', async () => {
    await userEvent.click(button())
    await waitFor(() => expect(notices()).toEqual(['Your picture is in your downloads.']))
    expect(draw).toHaveBeenCalledWith(sharedPicture(aBeliefResult))
    expect(shareFile.mock.calls[0]?.[0]).toMatchObject({
      name: 'evenkeel-money-beliefs.png',
      type: 'image/png',
    })
  })

  it('shows no notice after the share sheet was opened', async () => {
    shareFile.mockResolvedValue('offered')
    await userEvent.click(button())
    await waitFor(() => expect(shareFile).toHaveBeenCalledOnce())
    expect(notices()).toEqual([])
  })

  it('keeps its focus and ignores clicks while it draws', async () => {
    let finish: (picture: Blob) => void = () => {}
    draw.mockReturnValue(
      new Promise((resolve) => {
        finish = resolve
      }),
    )
    await userEvent.click(button())
    await screen.findByRole('button', { name: 'Drawing your picture' })
    expect(document.activeElement).toBe(button())
    await userEvent.click(button())
    expect(draw).toHaveBeenCalledOnce()
    finish(new Blob([]))
    await screen.findByRole('button', { name: 'Share a picture without scores' })
  })

  it('says that something went wrong, and draws after Retry', async () => {
    draw.mockRejectedValueOnce(new Error('no canvas'))
    await userEvent.click(button())
    await waitFor(() => expect(notices()).toEqual([messages.somethingWentWrong]))
    page.notices.all[0]?.retry?.()
    await waitFor(() => expect(notices()).toEqual(['Your picture is in your downloads.']))
  })
})
