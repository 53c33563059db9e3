/** Follows the notice of an action that charges or refunds, when its response did not arrive. */
export const reassurances = {
  charge: 'It’s safe to try again: you’re never charged twice.',
  refund: 'It’s safe to try again: nothing is refunded twice.',
} as const
