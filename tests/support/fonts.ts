import { vi } from 'vitest'

/** A typeface whose file comes with `answer`. */
export const face = (answer: Promise<unknown> = Promise.resolve()): FontFace => {
  const made = {
    status: 'unloaded' as FontFaceLoadStatus,
    load: vi.fn<() => Promise<void>>(async () => {
      made.status = 'loading'
      try {
        await answer
        made.status = 'loaded'
      } catch (cause) {
        made.status = 'error'
        throw cause
      }
    }),
  }
  return made as unknown as FontFace
}

/** The typefaces of a document: these and no others, of which none is shown. */
export const haveTypefaces = (page: Document, ...faces: readonly FontFace[]) => {
  Object.defineProperty(page, 'fonts', { value: new Set(), configurable: true })
  window.typefaces = () => faces
}
