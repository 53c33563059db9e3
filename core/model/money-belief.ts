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

type Belief = BeliefResult['beliefs'][number]

/** The fields that decide how loud a belief is. */
export type ScoredBelief = Pick<Belief, 'id' | 'score' | 'level'>

/**
 * The beliefs of a result, grouped by how strongly they are held. Lists go from the loudest to the
 * quietest.
 */
export type BeliefVoices<Each extends ScoredBelief = Belief> = {
  readonly all: readonly Each[]
  /** The beliefs with the highest score; several when they are equal. */
  readonly loudest: readonly Each[]
  /** The level of the loudest. */
  readonly level: Belief['level']
  /**
   * The beliefs that are loud; if none are, those that stand out a little; empty when none does.
   */
  readonly heard: readonly Each[]
  readonly quiet: readonly Each[]
}

/** Separates the beliefs that speak loudly from those that do not. Equal ones keep their order. */
export const voicesOf = <Each extends ScoredBelief>(
  beliefs: readonly Each[],
): BeliefVoices<Each> => {
  const all = beliefs.toSorted((one, other) => other.score - one.score)
  const loudest = all.filter(({ score }) => score === all[0]?.score)
  const level = all[0]?.level ?? 'low'
  const heardAt: Readonly<Record<typeof level, readonly Each[]>> = {
    high: all.filter((belief) => belief.level === 'high'),
    moderate: loudest.length < all.length ? loudest : [],
    low: [],
  }
  const heard = heardAt[level]
  return { all, loudest, level, heard, quiet: all.filter((belief) => !heard.includes(belief)) }
}
