import { describe, expect, it } from 'vitest'
import type { Trial } from '#core/model/trial.ts'
import { trialPoints } from '#web/content/words/trial-words.ts'

const trial: Trial = {
  startsAt: new Date(2026, 10, 26, 9),
  remindsAt: new Date(2026, 11, 3, 9),
  chargesAt: new Date(2026, 11, 10, 9),
  charge: { amount: 8999, currency: 'usd' },
}

const said = (changes: Partial<Trial>, now: Date) =>
  trialPoints({ ...trial, ...changes }, now).map(({ day, fact, isPast }) => [day, fact, isPast])

describe('the days of a free trial', () => {
  const today = new Date(2026, 10, 26, 12)

  it('are today, the reminder and the first charge', () => {
    expect(said({}, today)).toEqual([
      ['Today', '$0.00', true],
      ['3\u00a0Dec', 'a reminder', false],
      ['10\u00a0Dec', '$89.99', false],
    ])
  })

  it('are named with their weekdays', () => {
    expect(trialPoints(trial, today).map(({ fullDay }) => fullDay)).toEqual([
      'Today, 26\u00a0November',
      'Thursday, 3\u00a0December',
      'Thursday, 10\u00a0December',
    ])
  })

  it('are marked as past once they are reached', () => {
    expect(said({}, new Date(2026, 11, 4))).toEqual([
      ['26\u00a0Nov', '$0.00', true],
      ['3\u00a0Dec', 'a reminder', true],
      ['10\u00a0Dec', '$89.99', false],
    ])
  })

  it('omit a reminder that is not sent, and the date of an unknown start', () => {
    expect(said({ startsAt: null, remindsAt: null }, today)).toEqual([
      ['Trial start', '$0.00', true],
      ['10\u00a0Dec', '$89.99', false],
    ])
  })
})
