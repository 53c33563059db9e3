/** Whether the document reserves space under the header for the notice about a failing payment. */
export const isSpaceReserved = (): boolean => 'payment' in document.documentElement.dataset

export const reserveSpace = (isReserved: boolean): void => {
  if (isReserved) document.documentElement.dataset['payment'] = 'due'
  else delete document.documentElement.dataset['payment']
}
