/** Whether the document reserves space under the header for the notice about a failing payment. */
export const isRoomLeft = (): boolean => 'payment' in document.documentElement.dataset

export const leaveRoom = (isLeft: boolean): void => {
  if (isLeft) document.documentElement.dataset['payment'] = 'due'
  else delete document.documentElement.dataset['payment']
}
