import { describe, expect, it } from 'vitest'
import { tooManyAttempts, waitWords } from '#core/model/wait-words.ts'

describe('the words for a wait', () => {
  it.each([
    [1, '1 second'],
    [42, '42 seconds'],
    [60, '60 seconds'],
    [61, '2 minutes'],
    [3600, '60 minutes'],
    [3601, '2 hours'],
    [86_400, '24 hours'],
  ])('give %d seconds as %s', (seconds, words) => {
    expect(waitWords(seconds)).toBe(words)
  })

  it('say how long to wait after too many attempts', () => {
    expect(tooManyAttempts(1)).toBe('Too many attempts. Please wait 1 second and try again.')
  })

  it('ask for a few minutes when the rate limit does not say how long it lasts', () => {
    expect(tooManyAttempts()).toBe('Too many attempts. Please wait a few minutes and try again.')
  })
})
