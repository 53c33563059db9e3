/** A part of the application whose code is loaded with its first use, and again after a failure. */
export const createLatePart = <Part>(fetchPart: () => Promise<Part>) => {
  let part: Part | null = null
  let loading: Promise<Part> | null = null
  let waiting: readonly ((part: Part) => void)[] = []

  const begin = async () => {
    try {
      part = await fetchPart()
    } catch (cause) {
      loading = null
      throw cause
    }
    for (const work of waiting) work(part)
    waiting = []
    return part
  }

  return {
    load: (): Promise<Part> => {
      loading ??= begin()
      return loading
    },
    /** Calls back with the part once something has had it loaded. */
    whenLoaded: (work: (part: Part) => void): void => {
      if (part === null) waiting = [...waiting, work]
      else work(part)
    },
  }
}
