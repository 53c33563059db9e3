import { whenIdle } from './when-idle.ts'

/**
 * The browser's first look at the data of a language takes a phone more than 100 ms, in one piece. A worker takes it, ahead of the
 * first amount and date.
 */
export const prepareFormats = (): void =>
  whenIdle(() => {
    try {
      void new Worker(new URL('./language-data.ts', import.meta.url))
    } catch {
      // Where workers are refused, the first amount takes the look.
    }
  })
