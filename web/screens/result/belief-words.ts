import type { BeliefId, BeliefVoices, ScoredBelief } from '#core/model/money-belief.ts'
import { beliefNames } from '../../content/words/result-names.ts'

const sayings: Readonly<Record<BeliefId, string>> = {
  avoidance: 'not looking feels safer than knowing.',
  worship: 'a little more will make things right.',
  status: 'what you have says who you are.',
  vigilance: 'it’s safer to watch every step.',
}

/** "Avoidance, worship and status" */
const listed = (beliefs: readonly ScoredBelief[]): string =>
  new Intl.ListFormat('en-GB').format(
    beliefs.map(({ id }, index) => (index === 0 ? beliefNames[id] : beliefNames[id].toLowerCase())),
  )

/**
 * The sentence about the loudest beliefs in two parts: their names, and the rest without a full
 * stop. The names are empty when no belief stands out from the others.
 */
export const loudnessWords = ({
  all,
  loudest,
  level,
}: BeliefVoices<ScoredBelief>): { readonly names: string; readonly rest: string } => {
  if (level === 'low') return { names: '', rest: 'No belief speaks loudly' }
  if (loudest.length === all.length) {
    return { names: '', rest: level === 'high' ? 'All four speak loudly' : 'No belief stands out' }
  }
  const speaks = loudest.length === 1 ? 'speaks' : 'speak'
  const rest = level === 'high' ? `${speaks} loudest` : `${speaks} a little louder than the rest`
  return { names: listed(loudest), rest }
}

/** The saying of the loudest belief; null when it is not loud, or several are equally loud. */
export const sayingOf = ({ loudest, level }: BeliefVoices<ScoredBelief>): string | null =>
  level === 'high' && loudest.length === 1 && loudest[0] ? sayings[loudest[0].id] : null

/** "Avoidance speaks loudest: not looking feels safer than knowing." */
export const loudnessSentence = (voices: BeliefVoices<ScoredBelief>): string => {
  const { names, rest } = loudnessWords(voices)
  const saying = sayingOf(voices)
  return `${names ? `${names} ` : ''}${rest}${saying ? `: ${saying}` : '.'}`
}

/** The loudest beliefs, two at most because more do not fit on a page. */
export const mostHeard = ({ heard }: BeliefVoices): BeliefVoices['heard'] => heard.slice(0, 2)
