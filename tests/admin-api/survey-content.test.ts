import { describe, expect, test } from 'vitest'
import { goalSteps, pictureSentences } from '#admin-api/content/survey-copy.ts'
import { questionnaires } from '#admin-api/domain/scoring.ts'
import { errorsOf, surveyAnswers } from './support/answers.ts'

describe('the content of the survey', () => {
  const survey = questionnaires.survey.questions

  test('gives a reason for each declinable question, and has two pillars with questions that are not', () => {
    expect(survey.filter(({ declinable, why }) => Boolean(declinable) !== Boolean(why))).toEqual([])
    const kept = survey.filter((each) => each.required && !each.declinable && !each.showWhen)
    const pillars = kept.flatMap(({ pillar }) => (pillar ? [pillar] : []))
    expect(new Set(pillars).size).toBeGreaterThanOrEqual(2)
  })

  test('suggests only values that are valid answers', () => {
    for (const question of survey) {
      if (!('suggestions' in question)) continue
      for (const { value } of question.suggestions ?? [])
        expect(errorsOf('survey', { ...surveyAnswers, [question.id]: value })).toEqual([])
    }
  })

  test('has a sentence for every picture and a next step for every goal', () => {
    const optionsOf = (id: string) =>
      survey.flatMap((question) =>
        question.id === id && 'options' in question
          ? question.options.map((option) => option.id)
          : [],
      )
    expect(Object.keys(pictureSentences)).toEqual(optionsOf('intro-picture'))
    expect(Object.keys(goalSteps)).toEqual(optionsOf('main-goal'))
  })

  test('gives an even number of points to every option of a scored question, and none to others', () => {
    const pointsOf = (counts: boolean) =>
      survey
        .filter(({ pillar }) => (pillar !== undefined) === counts)
        .flatMap((question) =>
          'options' in question ? question.options.map(({ points }) => points) : [],
        )
    expect(pointsOf(true).filter((points) => points === undefined || points % 2 !== 0)).toEqual([])
    expect(pointsOf(false).filter((points) => points !== undefined)).toEqual([])
  })
})
