/** An element on the page, as the browser under test hands it out. */
export type Target = {
  /** Runs a function in the page. */
  readonly ask: <T>(question: (element: Element) => T) => Promise<T>
  readonly click: () => Promise<void>
  /** Types into the field, which has focus, and replaces its content. */
  readonly type: (text: string) => Promise<void>
}

/** One window of one engine, and what its own automation can do with it: real clicks and keys. */
export type Browser = {
  readonly open: (url: string) => Promise<void>
  readonly url: () => Promise<string>
  /** Runs a function in the page, with arguments that JSON can hold. */
  readonly ask: <A extends readonly string[], T>(
    question: (...args: A) => T,
    ...args: A
  ) => Promise<T>
  /**
   * Every match of an XPath in the page, or in the frame of that title. Valid until the next call.
   */
  readonly all: (xpath: string, frame?: string) => Promise<readonly Target[]>
  readonly takeScreenshot: (file: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Engines can only reach this machine: all other requests go to a proxy that does not exist. */
export const NO_PROXY_HERE = '127.0.0.1:9'

export const size = { width: 1280, height: 900 } as const
