import type { BeliefId, PillarId } from './questionnaire.ts'

export type Band = 'vulnerable' | 'coping' | 'healthy'
export type Level = 'low' | 'moderate' | 'high'
export type NextStep = { readonly title: string; readonly text: string }

export type SurveyResult = {
  readonly kind: 'survey'
  readonly version: string
  /** 0–100. */
  readonly score: number
  readonly band: Band
  readonly headline: string
  readonly summary: string
  /** The id of the picture that was chosen. */
  readonly introPicture: string
  /** Pillars whose questions were all declined are omitted. */
  readonly pillars: readonly {
    readonly id: PillarId
    readonly score: number
    readonly band: Band
    readonly advice: string
    readonly answers: readonly { readonly question: string; readonly points: number }[]
  }[]
  readonly nextSteps: readonly NextStep[]
}

export type BeliefResult = {
  readonly kind: 'money_belief'
  readonly version: string
  readonly dominant: BeliefId
  readonly beliefs: readonly {
    readonly id: BeliefId
    /** 1.0–6.0, one decimal. */
    readonly score: number
    readonly level: Level
    readonly summary: string
    readonly behaviors: readonly string[]
    readonly steps: readonly string[]
    readonly answers: readonly { readonly question: string; readonly value: number }[]
  }[]
}

export type DiagnosisResult = SurveyResult | BeliefResult
