/**
 * Holds back a form submitted before the page is interactive: the browser would reload the page
 * with the answers in its address.
 */
export const earlySubmitScript =
  'addEventListener("submit",e=>{e.defaultPrevented||(e.preventDefault(),document.documentElement.dataset.submitted="")});'

/** Whether a form was held back; forgotten once asked. */
export const takeEarlySubmit = (): boolean => {
  const { dataset } = document.documentElement
  const isSubmitted = 'submitted' in dataset
  delete dataset['submitted']
  return isSubmitted
}
