export interface WaitingWordsProps {
  words: string
  secondsLeft: number
}

/**
 * What a button says while it has to wait. The seconds are no part of its name: screen readers
 * would read it out each time it changes.
 */
export const WaitingWords = ({ words, secondsLeft }: WaitingWordsProps) => (
  <>
    <span>{words}</span>
    <span aria-hidden="true">{` in ${secondsLeft} s`}</span>
  </>
)
