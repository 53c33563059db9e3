/** Appended to the notice when the response to an action that cannot be undone was lost. */
export const reassurances = {
  charge: 'It’s safe to try again: you’re never charged twice.',
  refund: 'It’s safe to try again: nothing is refunded twice.',
  deletion: 'We don’t know yet whether your account was deleted.',
} as const
