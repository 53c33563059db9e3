/** How long to wait after the first failure, in milliseconds; twice as long after each further one. */
const FIRST_PAUSE = 1000

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
    window.addEventListener('online', () => resolve(), { once: true })
  })

/**
 * Loads code that nobody can ask for a second time, such as that of the notice which offers to repeat something: again
 * after a pause, or once there is a connection, until it is there.
 */
export const loadPersistently = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (let milliseconds = FIRST_PAUSE; ; milliseconds *= 2) {
    try {
      return await load()
    } catch {
      await pause(milliseconds)
    }
  }
}
