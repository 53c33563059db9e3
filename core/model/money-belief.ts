export type BeliefId = 'avoidance' | 'worship' | 'status' | 'vigilance'

export type BeliefResult = {
  readonly kind: 'money_belief'
  readonly version: string
  readonly dominant: BeliefId
  readonly beliefs: readonly {
    readonly id: BeliefId
    /** 1.0–6.0, one decimal. */
    readonly score: number
    readonly level: 'low' | 'moderate' | 'high'
    readonly summary: string
    readonly behaviors: readonly string[]
    readonly steps: readonly string[]
    readonly answers: readonly { readonly question: string; readonly value: number }[]
  }[]
}
