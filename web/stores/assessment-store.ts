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
import type { GetStore } from './create-stores.ts'
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
 * One questionnaire under way: its questions, the answers so far and its result. Answers live in
 * the sign-up data.
 */
export class AssessmentStore {
  readonly kind: DiagnosisKind
  isLoading = false
  isLoadFailed = false
  isConcluding = false
  /** Whether an answer was given since the page was loaded, or since the retake. */
  hasAnswered = false
  /** Whether it was begun again since the page was loaded. */
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

  /** The answers behind the result on screen: the local one, else the one stored with the user. */
  get submission(): AssessmentSubmission | null {
    const { kind, result, answers } = this
    if (result) return { kind, version: result.version, answers }
    const { survey = null, moneyBelief = null } = this.dependencies.global.profile?.diagnoses ?? {}
    const stored = kind === 'survey' ? survey : moneyBelief
    return stored && { kind, version: stored.version, answers: stored.answers }
  }

  /** The questions this visitor meets. */
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

  /** Takes an optional answer back. */
  clear(question: Question) {
    this.change(clearAnswer(this.signUpData, this.kind, question))
  }

  /**
   * Whether all of the last answers are filled in and none has been changed, as at the start of a
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
   * Starts over with the answers of the result on screen filled in. Results stored with the user
   * stay.
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
   * Calculates the result unless it already belongs to these answers. Returns `concluded`, the
   * 1-based step still open, `changed` if the answers have changed meanwhile, or `failed` once the
   * visitor was shown why.
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
        this.change(
          conclude(
            this.signUpData,
            outcome.result,
            outcome.answers,
            // The cached profile is used while the sign-in cannot be checked.
            global.profile ?? global.userData.profile,
          ),
        )
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

  /** Notes that the money-belief result made on this device is on screen. */
  noteResultShown() {
    const { app } = this.dependencies
    if (this.kind === 'money_belief') this.change(app.showBeliefResult(this.signUpData))
  }

  private change(changes: SignUpChanges) {
    this.dependencies.global.changeSignUpData(changes)
  }
}
