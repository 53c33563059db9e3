// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { shareFile } from '#web/components/share-file.ts'

const file = new File(['picture'], 'picture.png', { type: 'image/png' })

type Sharing = Partial<Pick<Navigator, 'canShare' | 'share'>>

const sharesFiles = () => true

/** Returns the names of the files that are downloaded, on a device with this Web Share API. */
const onDevice = (sharing: Sharing) => {
  vi.stubGlobal('navigator', sharing)
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  return saved
}

const failing = (name: string) => () => Promise.reject(new DOMException('', name))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('sharing a file', () => {
  it('opens the share sheet with the file where files can be shared', async () => {
    const share = vi.fn<Navigator['share']>(() => Promise.resolve())
    const saved = onDevice({ canShare: sharesFiles, share })
    expect(await shareFile(file)).toBe('offered')
    expect(share).toHaveBeenCalledWith({ files: [file] })
    expect(saved).toEqual([])
  })

  it('downloads nothing when the share sheet is closed again', async () => {
    const saved = onDevice({ canShare: sharesFiles, share: failing('AbortError') })
    expect(await shareFile(file)).toBe('offered')
    expect(saved).toEqual([])
  })

  it.each<[string, Sharing]>([
    ['does not support sharing', {}],
    ['cannot share files', { canShare: () => false }],
    ['refuses to share', { canShare: sharesFiles, share: failing('NotAllowedError') }],
  ])('downloads the file on a device that %s', async (_name, sharing) => {
    const saved = onDevice(sharing)
    expect(await shareFile(file)).toBe('saved')
    expect(saved).toEqual(['picture.png'])
  })
})
