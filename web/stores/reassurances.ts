/** Follows the notice of an action that cannot be undone, when its response did not arrive. */
export const reassurances = {
  charge: 'It’s safe to try again: you’re never charged twice.',
  refund: 'It’s safe to try again: nothing is refunded twice.',
  deletion: 'We don’t know yet whether your account was deleted.',
} as const
