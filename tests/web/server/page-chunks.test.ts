import { describe, expect, it } from 'vitest'
import { chunksBeside, dataBeside } from '#web/server/page-chunks.ts'

describe('what a document names beside the chunk of its page', () => {
  it.each([
    ['nothing, where the page comes alive without the application', '/', []],
    ['the application, where the page waits for it', '/sign-up/survey', ['application']],
    ['the use cases too, where the page asks something at once', '/sign-up/payment', ['application', 'use-cases']],
    ['them on the way in from a mail', '/mail-link', ['application', 'use-cases']],
  ])('is %s', (_, path, chunks) => {
    expect(chunksBeside(path)).toEqual(chunks)
  })
  it('is the configuration, where the page asks something of the services at once', () => {
    expect(dataBeside('/sign-up/choose-subscription-plan')).toEqual(['/config.json'])
    expect(dataBeside('/sign-up/survey')).toEqual([])
  })
})
