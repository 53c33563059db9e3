import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import {
  adoptQuestionnaire,
  assessmentOf,
  clearAnswer,
  conclude,
  isConcluded,
  isFilledIn,
  questionsOf,
  retake,
  submissionOf,
} from '#core/model/assessment.ts'
import type { Assessment } from '#core/model/assessment.ts'
import { isPauseDue, seePause } from '#core/model/pauses.ts'
import type { SignUpChanges } from '#core/model/persisted-state.ts'
import { firstOpenStep } from '#core/model/survey.ts'
import type { Question } from '#core/model/question.ts'
import type { Answer, Answers, DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import type { DiagnosisResult } from '#core/model/profile.ts'
import { tooManyAttempts } from '#core/model/wait-words.ts'
import type { AssessmentSubmission } from '#core/ports/admin-api.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import { saveLocalDiagnoses } from './save-local-diagnoses.ts'
import type { NoticesStore } from './notices-store.ts'

type Dependencies = {
  readonly app: Pick<
    App,
    'loadQuestionnaire' | 'assess' | 'answerQuestion' | 'showBeliefResult' | 'reportError'
  >
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly getStore: GetStore
}

/**
 * One questionnaire: its questions, the answers so far and its result. The answers are kept in the
 * sign-up data.
 */
export class AssessmentStore {
  readonly kind: DiagnosisKind
  isLoading = false
  isLoadFailed = false
  isConcluding = false
  /** Whether a question was answered since the page was loaded, or since the retake. */
  hasAnswered = false
  /** Whether a retake was started since the page was loaded. */
  hasRestarted = false
  private readonly dependencies: Dependencies

  constructor(kind: DiagnosisKind, dependencies: Dependencies) {
    this.kind = kind
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(
      this,
      { kind: false, dependencies: false },
      { autoBind: true },
    )
  }

  private get signUpData() {
    return this.dependencies.global.signUpData
  }

  private get assessment(): Assessment {
    return assessmentOf(this.signUpData, this.kind)
  }

  get questionnaire(): Questionnaire | null {
    return this.assessment.questionnaire
  }

  get answers(): Answers {
    return this.assessment.answers
  }

  get result(): DiagnosisResult | null {
    return this.assessment.result
  }

  /** The answers behind the result on screen; null without a result. */
  get submission(): AssessmentSubmission | null {
    return submissionOf(this, this.dependencies.global.profile)
  }

  /** The questions that apply to this visitor. */
  get questions(): readonly Question[] {
    return questionsOf(this.assessment)
  }

  /** The first question still to be answered, 1-based; null when none is. */
  get openStep(): number | null {
    return firstOpenStep(this.questionnaire?.questions ?? [], this.answers)
  }

  /** Applies a fetched or server-rendered questionnaire. */
  adopt(questionnaire: Questionnaire) {
    this.isLoadFailed = false
    this.change(adoptQuestionnaire(this.signUpData, questionnaire))
  }

  async load() {
    const { app, attempt } = this.dependencies
    this.isLoading = true
    const questionnaire = await attempt(
      `loadQuestionnaire ${this.kind}`,
      () => app.loadQuestionnaire(this.kind),
      'in-place',
    )
    runInAction(() => {
      this.isLoading = false
      this.isLoadFailed = questionnaire === 'failed'
    })
    if (questionnaire !== 'failed') this.adopt(questionnaire)
  }

  answer(question: Question, answer: Answer) {
    this.hasAnswered = true
    this.change(this.dependencies.app.answerQuestion(this.signUpData, this.kind, question, answer))
  }

  /** Clears the answer to a question. */
  clear(question: Question) {
    this.change(clearAnswer(this.signUpData, this.kind, question))
  }

  /**
   * Whether the last answers are all filled in and none has been changed, as at the start of a
   * retake.
   */
  get isFilledIn(): boolean {
    return !this.hasAnswered && isFilledIn(this.assessment)
  }

  /** Whether a pause follows the answered question. If so, it counts as seen from now on. */
  startPause(question: Question): boolean {
    const { signUpData, questionnaire } = this
    if (questionnaire === null || !isPauseDue(signUpData, questionnaire, question)) return false
    this.change(seePause(signUpData, question))
    return true
  }

  /**
   * Starts over with the answers of the result on screen filled in. Keeps the results stored with
   * the user.
   */
  retake() {
    this.hasAnswered = false
    this.hasRestarted = true
    this.change(retake(this.signUpData, this.kind, this.submission?.answers ?? {}))
  }

  /** Starts over without answers. */
  startEmpty() {
    this.change(retake(this.signUpData, this.kind, {}))
  }

  /**
   * Calculates the result unless these answers have one. Returns `concluded`, the 1-based step to
   * answer or check next, `changed` if the answers have changed meanwhile, or `failed` if the
   * visitor has been told why or an earlier call is still in progress.
   */
  async conclude(retry: () => void): Promise<'concluded' | 'changed' | 'failed' | number> {
    const { app, attempt, global, notices } = this.dependencies
    const { questionnaire, answers } = this
    if (questionnaire === null || this.isConcluding) return 'failed'
    if (isConcluded(this.assessment)) return 'concluded'
    this.isConcluding = true
    const outcome = await attempt(
      `assess ${this.kind}`,
      () => app.assess(questionnaire, answers),
      retry,
    )
    runInAction(() => {
      this.isConcluding = false
    })
    if (outcome === 'failed') return 'failed'
    switch (outcome.kind) {
      case 'assessed':
        if (this.answers !== answers) return 'changed'
        this.change(conclude(this.signUpData, outcome.result, outcome.answers, global))
        void saveLocalDiagnoses(this.dependencies)
        return 'concluded'
      case 'unanswered':
        return outcome.step
      case 'rejected':
        await this.load()
        notices.fail('The questions have changed since you started. Please check your answers.')
        return this.openStep ?? 1
      case 'rate-limited':
        notices.fail(tooManyAttempts(outcome.retryAfterSeconds))
        return 'failed'
    }
  }

  /** Records that the money-belief result made on this device is on screen. */
  noteResultShown() {
    const { app } = this.dependencies
    if (this.kind === 'money_belief') this.change(app.showBeliefResult(this.signUpData))
  }

  private change(changes: SignUpChanges) {
    this.dependencies.global.changeSignUpData(changes)
  }
}

/** The two questionnaires. */
export class Assessments {
  readonly survey: AssessmentStore
  readonly moneyBelief: AssessmentStore

  constructor(parts: StoreParts) {
    this.survey = new AssessmentStore('survey', parts)
    this.moneyBelief = new AssessmentStore('money_belief', parts)
  }
}
