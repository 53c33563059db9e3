import { vi } from 'vitest'

type Face = { display: string; status: FontFaceLoadStatus; load: () => Promise<unknown> }

/** A face of a document, whose file comes with `answer`. */
export const face = (display: string, answer: Promise<unknown> = Promise.resolve()) => {
  const made = {
    display,
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
  return made
}

/** The fonts that the document names: these and no others. */
export const nameFonts = (page: Document, ...faces: readonly Face[]) => {
  Object.defineProperty(page, 'fonts', { value: new Set(faces), configurable: true })
}
