export type Log = {
  /** Writes one line (or several, joined by line feeds). */
  line: (text: string) => void
  /**
   * Runs the work; when it takes over two seconds, shows progress and, at the end, how long it
   * took.
   */
  during: <T>(label: string, work: () => Promise<T>) => Promise<T>
}

export const createLog: (stream: {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}) => Log
