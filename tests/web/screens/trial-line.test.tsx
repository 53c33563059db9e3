// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { trialOf } from '#core/model/trial.ts'
import { annual } from '#tests/support/a-visitor.ts'
import { TrialLine } from '#web/screens/plan/trial-line.tsx'

afterEach(cleanup)

const now = new Date(2026, 10, 26, 12)

it.each([
  [false, ['Today $0.00', '3\u00a0Dec a reminder', '10\u00a0Dec $89.99']],
  [
    true,
    [
      'Today, 26\u00a0November $0.00 You get everything in your plan.',
      'Thursday, 3\u00a0December A reminder We email you the amount, the date and how to cancel.',
      'Thursday, 10\u00a0December $89.99 The first charge. Cancel before this day and you pay nothing.',
    ],
  ],
])('the trial line is an ordered list of the trial’s key days (full: %s)', (full, lines) => {
  const trial = trialOf(annual, null, now)
  if (trial === null) throw new Error('There is no trial.')
  render(<TrialLine trial={trial} now={now} full={full} />)
  expect(screen.getByRole('list', { name: 'Your free days' }).tagName).toBe('OL')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(lines)
})
