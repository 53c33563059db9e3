export interface WaitingWordsProps {
  words: string
  secondsLeft: number
}

/**
 * The label of a button that has to wait. The seconds are not part of its accessible name, or
 * screen readers would announce each change.
 */
export const WaitingWords = ({ words, secondsLeft }: WaitingWordsProps) => (
  <>
    <span>{words}</span>
    <span aria-hidden="true">{` in ${secondsLeft} s`}</span>
  </>
)
