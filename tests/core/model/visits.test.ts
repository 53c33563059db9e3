import { describe, expect, it } from 'vitest'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { leaveStep, visitStep } from '#core/model/visits.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('visitStep', () => {
  it('starts the sign-up’s clock with the first step', () => {
    expect(visitStep(emptySignUpData, 'enroll', now)).toEqual({
      journey: 'enroll',
      lastVisitedTimeStamp: now.getTime(),
      startedTimeStamp: now.getTime(),
    })
  })

  it('keeps the start time at every later step', () => {
    const started = { ...emptySignUpData, startedTimeStamp: 0, lastVisitedTimeStamp: 0 }
    expect(visitStep(started, 'sign-up', now)).toEqual({
      journey: 'sign-up',
      lastVisitedTimeStamp: now.getTime(),
      startedTimeStamp: 0,
    })
  })
})

describe('leaveStep', () => {
  it('records each step that is left once', () => {
    const changes = leaveStep({ ...emptySignUpData, visitedSteps: ['survey'] }, 'download-app')
    expect(changes).toEqual({ visitedSteps: ['survey', 'download-app'] })
    expect(leaveStep({ ...emptySignUpData, ...changes }, 'survey')).toEqual({})
  })
})
