import { formatMoney } from '#core/model/money.ts'
import type { Trial } from '#core/model/trial.ts'
import { formatDateAs, formatDayAndMonth } from './money-words.ts'

export type TrialPoint = {
  readonly kind: 'start' | 'reminder' | 'charge'
  readonly isPast: boolean
  /** "Today", or "3 Dec". */
  readonly day: string
  /** "Today, 26 November", or "Thursday, 3 December". */
  readonly fullDay: string
  /** What happens in short: "a reminder". */
  readonly fact: string
  /** The same as a heading. */
  readonly title: string
  readonly note: string
}

/** "3 Dec" */
const formatShortDay = (date: Date): string =>
  formatDateAs(date, { day: 'numeric', month: 'short' })

/** "Thursday, 3 December" */
const formatWeekday = (date: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(date)}, ${formatDayAndMonth(date)}`

/** The days that matter in a free trial, in order. */
export const trialPoints = (
  { startsAt, remindsAt, chargesAt, charge }: Trial,
  now: Date,
): readonly TrialPoint[] => {
  const isToday = startsAt?.toDateString() === now.toDateString()
  const nothing = formatMoney({ ...charge, amount: 0 })
  const amount = formatMoney(charge)
  return [
    {
      kind: 'start',
      isPast: true,
      day: isToday ? 'Today' : startsAt ? formatShortDay(startsAt) : 'Trial start',
      fullDay: isToday
        ? `Today, ${formatDayAndMonth(now)}`
        : startsAt
          ? formatWeekday(startsAt)
          : 'Start of your trial',
      fact: nothing,
      title: nothing,
      note: 'You get everything in your plan.',
    },
    ...(remindsAt
      ? [
          {
            kind: 'reminder' as const,
            isPast: remindsAt <= now,
            day: formatShortDay(remindsAt),
            fullDay: formatWeekday(remindsAt),
            fact: 'a reminder',
            title: 'A reminder',
            note: 'We email you the amount, the date and how to cancel.',
          },
        ]
      : []),
    {
      kind: 'charge',
      isPast: chargesAt <= now,
      day: formatShortDay(chargesAt),
      fullDay: formatWeekday(chargesAt),
      fact: amount,
      title: amount,
      note: 'The first charge. Cancel before this day and you pay nothing.',
    },
  ]
}
