/** Returns a function that loads on the first call, and again after a failure. */
export const loadOnce = <Part>(load: () => Promise<Part>): (() => Promise<Part>) => {
  let loading: Promise<Part> | null = null
  const attempt = async () => {
    try {
      return await load()
    } catch (error) {
      loading = null
      throw error
    }
  }
  return () => {
    loading ??= attempt()
    return loading
  }
}
