import { useEffect, useState } from 'react'
import { expectedCount } from '#core/model/survey.ts'
import type { Answer } from '#core/model/survey.ts'
import { useStepQuery } from '../../journey/step-query.ts'
import type { AssessmentStore } from '../../stores/assessment-store.ts'
import { RESULT, servedPlace, servedQuestion } from './served-assessment.ts'
import type { ServedAssessment } from './served-assessment.ts'

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null

/**
 * The step in the URL if all questions before it are answered; without one, the first question of a
 * retake. Else the first open question or, when there is none, the result.
 */
const ownPlace = (store: AssessmentStore, step: string | null, hasResult: boolean) => {
  const { openStep, questions } = store
  const furthest = openStep ?? questions.length
  // When a retake removes a result, that result's guard also navigates here, without a step.
  const asked = step === null && store.hasRestarted && store.isFilledIn ? 1 : wholeNumber(step)
  if (asked !== null && asked >= 1 && asked <= furthest) return { number: asked, isResult: false }
  return { number: furthest, isResult: store.result !== null && hasResult }
}

/**
 * The visitor's position in a questionnaire, and the moves from there. Until `isOwn` it shows what
 * the server rendered. `path` is that of the page; `hasResult` says that the result is a step of
 * it, `canPause` that a pause could be shown. A pause is shown before a step, at its URL:
 * docs/decisions/0046-moving-on.md.
 */
export const useAssessment = (
  store: AssessmentStore,
  served: ServedAssessment,
  {
    path,
    isOwn,
    hasResult,
    canPause,
    onConcluded,
  }: {
    path: string
    isOwn: boolean
    hasResult: boolean
    canPause: boolean
    onConcluded: () => void
  },
) => {
  const { step, read, isShown, go, goBack, replace } = useStepQuery(path, served.step)
  const [direction, setDirection] = useState<'forward' | 'back'>('forward')
  const [pausedBefore, setPausedBefore] = useState<string | null>(null)

  useEffect(() => {
    if (!isOwn) return
    if (served.questionnaire) store.adopt(served.questionnaire)
    else if (store.questionnaire === null) void store.load()
  }, [isOwn, served.questionnaire, store])

  const questionnaire = (isOwn ? store.questionnaire : null) ?? served.questionnaire
  const isReady = isOwn && store.questionnaire !== null
  const { questions } = store
  const total = expectedCount(questionnaire?.questions ?? [], isReady ? store.answers : {})
  const place = isReady
    ? ownPlace(store, step, hasResult)
    : { number: servedPlace({ questionnaire, step }).number, isResult: false }
  const isPaused = isReady && !place.isResult && pausedBefore !== null && step === pausedBefore
  const isAtEnd = place.isResult || (isPaused && step === RESULT)
  const shownStep = isAtEnd ? RESULT : String(place.number)

  useEffect(() => {
    if (isReady && step !== shownStep) replace(shownStep)
  }, [isReady, step, shownStep, replace])

  const [lastNumber, setLastNumber] = useState(place.number)
  const position = isAtEnd ? questions.length + 1 : place.number
  if (position !== lastNumber) {
    setLastNumber(position)
    setDirection(position > lastNumber ? 'forward' : 'back')
  }

  const question = isReady
    ? (questions[place.number - 1] ?? null)
    : servedQuestion(questionnaire, { number: place.number, total })

  const conclude = async () => {
    const from = read()
    const outcome = await store.conclude(() => void conclude())
    // Stays where the visitor is if they have left, or gone back a step, meanwhile.
    if (!isShown() || read() !== from) return
    if (outcome === 'changed') void conclude()
    else if (outcome === 'concluded') {
      if (hasResult && from !== RESULT) go(RESULT)
      onConcluded()
    } else if (typeof outcome === 'number') go(String(outcome))
  }

  return {
    question,
    number: place.number,
    total,
    isLast: isReady && place.number === questions.length && questions.length === total,
    isResult: place.isResult,
    isPaused,
    /** The number of questions before this one. */
    passed: position - 1,
    isReady,
    direction,
    step: shownStep,
    answer: (answer: Answer | undefined) => {
      if (!isReady || !question) return
      if (answer === undefined) store.clear(question)
      else store.answer(question, answer)
    },
    next: () => {
      if (!isReady || !question) return
      const isLast = place.number >= questions.length
      const following = isLast ? RESULT : String(place.number + 1)
      const isPause = canPause && store.startPause(question)
      if (isPause) setPausedBefore(following)
      if (isLast && !isPause) void conclude()
      else go(following)
    },
    /** Leaves a pause for the question or result after it. */
    goOn: () => {
      if (step === RESULT) void conclude()
      else setPausedBefore(null)
    },
    back: position > 1 ? () => goBack(String(position - 1)) : null,
    toFirstQuestion: () => replace('1'),
    toLastQuestion: () => goBack(String(questions.length)),
  }
}
