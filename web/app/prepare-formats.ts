/**
 * The browser's first look at the data of a language takes a phone more than 100 ms, in one piece. A worker takes it, ahead of the
 * first amount and date; its start has a turn of its own. It is not left for an idle moment: on a page that shows amounts the first
 * one would come before it, and wait.
 */
export const prepareFormats = (): void => {
  setTimeout(() => {
    try {
      void new Worker(new URL('./language-data.ts', import.meta.url))
    } catch {
      // Where workers are refused, the first amount takes the look.
    }
  })
}
