import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import { isResultStep } from '#core/model/journeys.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { applicableAnswers, applicableQuestions, firstOpenStep } from '#core/model/survey.ts'
import type { Question } from '#core/model/question.ts'
import type { Answer, Answers, DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import type { DiagnosisResult } from '#core/model/profile.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'
import { keepLocalDiagnoses } from './keep-local-diagnoses.ts'
import type { NoticesStore } from './notices-store.ts'

type Dependencies = {
  readonly app: Pick<App, 'loadQuestionnaire' | 'assess' | 'answerBeliefStatement' | 'showBeliefResult' | 'keepDiagnoses' | 'reportError'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
}

const isSame = (one: Answer | undefined, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other)

/** One questionnaire under way: its questions, the answers so far and its result. Answers live in the sign-up data. */
export class AssessmentStore {
  readonly kind: DiagnosisKind
  isLoading = false
  isLoadFailed = false
  isConcluding = false
  private readonly dependencies: Dependencies

  constructor(kind: DiagnosisKind, dependencies: Dependencies) {
    this.kind = kind
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(this, { kind: false, dependencies: false }, { autoBind: true })
  }

  private get signUpData() {
    return this.dependencies.global.signUpData
  }

  get questionnaire(): Questionnaire | null {
    return this.kind === 'survey' ? this.signUpData.surveyQuestions : this.signUpData.moneyBeliefQuestions
  }

  get answers(): Answers {
    return this.kind === 'survey' ? this.signUpData.survey.answers : this.signUpData.moneyBelief.answers
  }

  get result(): DiagnosisResult | null {
    return this.kind === 'survey' ? this.signUpData.survey.diagnosis : this.signUpData.moneyBelief.diagnosis
  }

  /** The questions this visitor meets, given the answers so far. */
  get questions(): readonly Question[] {
    return applicableQuestions(this.questionnaire?.questions ?? [], this.answers)
  }

  /** The first question still to be answered, 1-based; null when none is. */
  get openStep(): number | null {
    return firstOpenStep(this.questionnaire?.questions ?? [], this.answers)
  }

  /** Takes the questionnaire as the server gave it; answers that a new version does not know are dropped. */
  adopt(questionnaire: Questionnaire) {
    this.isLoadFailed = false
    const isNew = questionnaire.version !== this.questionnaire?.version
    this.dependencies.global.changeSignUpData(
      this.kind === 'survey' ? { surveyQuestions: questionnaire } : { moneyBeliefQuestions: questionnaire },
    )
    if (isNew && this.result === null) this.keepAnswers(applicableAnswers(questionnaire.questions, this.answers))
  }

  async load() {
    const { app, attempt } = this.dependencies
    this.isLoading = true
    const questionnaire = await attempt(`loadQuestionnaire ${this.kind}`, () => app.loadQuestionnaire(this.kind), this.load)
    runInAction(() => {
      this.isLoading = false
      this.isLoadFailed = questionnaire === 'failed'
    })
    if (questionnaire !== 'failed') this.adopt(questionnaire)
  }

  /** Keeps an answer. A changed one makes the result so far invalid. */
  answer(question: Question, answer: Answer) {
    const before = this.answers[question.id]
    if (isSame(before, answer)) return
    if (this.kind === 'money_belief' && typeof answer === 'number') {
      const index = this.questions.findIndex(({ id }) => id === question.id) + 1
      this.dependencies.app.answerBeliefStatement({
        question: question.id,
        index,
        answer,
        before: typeof before === 'number' ? before : undefined,
      })
    }
    this.keepAnswers({ ...this.answers, [question.id]: answer })
    if (question.type === 'picture' && typeof answer === 'string') {
      this.dependencies.global.changeSignUpData({ survey: { ...this.signUpData.survey, introPicture: answer } })
    }
  }

  /** Takes an optional answer back. */
  clear(question: Question) {
    if (this.answers[question.id] === undefined) return
    this.keepAnswers(Object.fromEntries(Object.entries(this.answers).filter(([id]) => id !== question.id)))
  }

  /** Drops the answers and the result of this device. Results stored with the user stay. */
  retake() {
    const { global } = this.dependencies
    const { survey, isSurveyCompleted, moneyBelief, isBeliefResultShown } = emptySignUpData
    if (this.kind === 'survey') global.changeSignUpData({ survey, isSurveyCompleted })
    else {
      const visitedSteps = this.signUpData.visitedSteps.filter((step) => !isResultStep(step))
      global.changeSignUpData({ moneyBelief, isBeliefResultShown, visitedSteps })
    }
  }

  /**
   * Turns the answers into the result, unless they are those of the one there is. `concluded`, the 1-based step still
   * open, or `failed` once the visitor was told.
   */
  async conclude(retry: () => void): Promise<'concluded' | 'failed' | number> {
    const { app, attempt, global, notices } = this.dependencies
    const { questionnaire, answers } = this
    if (questionnaire === null || this.isConcluding) return 'failed'
    if (this.result?.version === questionnaire.version) return 'concluded'
    this.isConcluding = true
    const outcome = await attempt(`assess ${this.kind}`, () => app.assess(questionnaire, answers), retry)
    runInAction(() => {
      this.isConcluding = false
    })
    if (outcome === 'failed') return 'failed'
    switch (outcome.kind) {
      case 'assessed':
        this.keepResult(outcome.result, outcome.answers)
        void keepLocalDiagnoses({ app, global, notices }, this.kind === 'survey' ? { survey: null } : { moneyBelief: null })
        return 'concluded'
      case 'unanswered':
        return outcome.step
      case 'rejected':
        await this.load()
        notices.fail('The questions have changed since you began. Please look through them once more.')
        return this.openStep ?? 1
      case 'rate-limited':
        notices.fail(`That was a lot of tries. Please wait ${outcome.retryAfterSeconds} seconds and try again.`)
        return 'failed'
    }
  }

  /** Notes that the money-belief result made on this device is on screen; only its first time counts. */
  noteResultShown() {
    const { app, global } = this.dependencies
    const { isBeliefResultShown, moneyBelief } = global.signUpData
    if (this.kind !== 'money_belief' || moneyBelief.diagnosis === null || isBeliefResultShown) return
    global.changeSignUpData({ isBeliefResultShown: true })
    app.showBeliefResult(moneyBelief.diagnosis)
  }

  private keepAnswers(answers: Answers) {
    const { global } = this.dependencies
    if (this.kind === 'survey') {
      const { introPicture } = this.signUpData.survey
      global.changeSignUpData({ survey: { answers, diagnosis: null, introPicture }, isSurveyCompleted: false })
    } else global.changeSignUpData({ moneyBelief: { answers, diagnosis: null }, isBeliefResultShown: false })
  }

  private keepResult(result: DiagnosisResult, answers: Answers) {
    const { global } = this.dependencies
    if (result.kind === 'survey') {
      const { introPicture } = this.signUpData.survey
      global.changeSignUpData({ survey: { answers, diagnosis: result, introPicture }, isSurveyCompleted: true })
    } else global.changeSignUpData({ moneyBelief: { answers, diagnosis: result }, isBeliefResultShown: false })
  }
}
