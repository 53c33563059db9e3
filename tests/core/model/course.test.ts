import { array, assert, constantFrom, double, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, courseOf, furthestIn } from '#core/model/course.ts'
import type { CoursePlace } from '#core/model/course.ts'
import { journeys } from '#core/model/journeys.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'

const names = Object.keys(journeys) as JourneyName[]
const variants = ['1 Step', '3 Steps'] as const

describe('the course of a journey', () => {
  it('has three legs in the sign-up: the first two are the assessment, the last the quick sign-up', () => {
    const legs = (journey: JourneyName) => courseOf(journey, { step: journeys[journey][0].id }).legs
    expect(legs('sign-up')).toEqual(['check-up', 'beliefs', 'plan'])
    expect(legs('assessment')).toEqual(['check-up', 'beliefs'])
    expect(legs('enroll')).toEqual(['plan'])
  })

  it.each(names.flatMap((journey) => variants.map((variant) => ({ journey, variant }))))(
    'begins at 0 and moves on with each step of $journey ($variant)',
    ({ journey, variant }) => {
      const courses = journeys[journey]
        .filter((step) => step.variant === undefined || step.variant === variant)
        .map(({ id }) => courseOf(journey, { step: id }))
      const positions = courses.map(({ position }) => position)
      expect(positions[0]).toBe(0)
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
      const minutes = courses.map(({ minutesLeft }) => minutesLeft)
      expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    },
  )

  it('advances within a step as questions are passed', () => {
    const at = (passed: number) => courseOf('sign-up', { step: 'survey', passed })
    expect(at(0.5).position).toBe(0.5)
    expect(at(0.5).minutesLeft).toBeLessThan(at(0).minutesLeft)
    expect(courseOf('sign-up', { step: 'money-belief' }).position).toBe(1)
  })

  it('ends on the download page, with no minutes left', () => {
    expect(courseOf('sign-up', { step: 'download-app' })).toMatchObject({
      position: 3,
      minutesLeft: 0,
    })
  })

  it('begins a sign-up with nine minutes left', () => {
    expect(courseOf('sign-up', { step: 'survey' }).minutesLeft).toBe(9)
  })

  it.each(names.flatMap((journey) => journeys[journey].map(({ id }) => ({ journey, step: id }))))(
    'shows a visitor no more minutes left at $step of $journey than the server-rendered page',
    ({ journey, step }) => {
      const served = courseOf(journey, { step })
      expect(courseOf(journey, { step }, served.position)).toEqual(served)
      for (const furthest of [0.5, 1.5, 2.5])
        expect(courseOf(journey, { step }, furthest).minutesLeft).toBeLessThanOrEqual(
          served.minutesLeft,
        )
    },
  )

  it('is the same at the first screen of the result in both variants', () => {
    const first = (step: StepId) => courseOf('sign-up', { step })
    expect(first('money-belief-result')).toEqual(first('money-belief-overview'))
  })

  it('keeps the furthest position and its minutes when an earlier step is opened', () => {
    const far = courseOf('sign-up', { step: 'payment' })
    expect(courseOf('sign-up', { step: 'survey' }, far.position)).toEqual({
      ...far,
      leg: 'check-up',
    })
  })

  it('does not go beyond the end, whatever is stored', () => {
    expect(courseOf('sign-up', { step: 'survey' }, 99)).toMatchObject({
      position: 3,
      minutesLeft: 0,
    })
  })

  it('never moves back, whichever steps are opened in whichever order', () => {
    const places = record({
      step: constantFrom(...journeys['sign-up'].map(({ id }) => id)),
      passed: double({ min: 0, max: 1, noNaN: true }),
    })
    assert(
      property(array(places), (opened: CoursePlace[]) => {
        let data = emptySignUpData
        let before = courseOf('sign-up', { step: 'survey' })
        for (const place of opened) {
          const course = courseOf('sign-up', place, furthestIn(data, 'sign-up'))
          expect(course.position).toBeGreaterThanOrEqual(before.position)
          expect(course.minutesLeft).toBeLessThanOrEqual(before.minutesLeft)
          data = { ...data, ...advance(data, 'sign-up', course.position) }
          before = course
        }
      }),
    )
  })
})

describe('advance', () => {
  it('keeps the furthest position of each journey', () => {
    const data = { ...emptySignUpData, furthest: { 'sign-up': 1.5 } }
    expect(advance(data, 'sign-up', 1.25)).toEqual({})
    expect(advance(data, 'sign-up', 1.75)).toEqual({ furthest: { 'sign-up': 1.75 } })
    expect(advance(data, 'assessment', 0.5)).toEqual({
      furthest: { 'sign-up': 1.5, assessment: 0.5 },
    })
  })
})
