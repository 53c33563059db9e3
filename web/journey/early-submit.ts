/**
 * Holds back a form submitted before the page is interactive: the browser would reload the page
 * with the answers in its address. Notes what kind of input was pressed last by pointer or touch.
 */
export const earlySubmitScript =
  'addEventListener("submit",e=>{e.defaultPrevented||(e.preventDefault(),document.documentElement.dataset.submitted="")});' +
  'addEventListener("pointerdown",e=>{document.documentElement.dataset.pressed=e.target.type||""});'

/** Whether a form was held back; true only the first time it is asked. */
export const takeEarlySubmit = (): boolean => {
  const { dataset } = document.documentElement
  const isSubmitted = 'submitted' in dataset
  delete dataset['submitted']
  return isSubmitted
}

/** Whether the last press by pointer or touch was on an option of a single-choice question. */
export const wasOptionPressed = (): boolean =>
  document.documentElement.dataset['pressed'] === 'radio'
