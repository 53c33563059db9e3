import { internalErrors } from '#core/model/internal-errors.ts'

/** The outcome without `no-user`, which throws the specification's error instead. */
export type SignedIn<Outcome extends { readonly kind: string }> = {
  readonly kind: Exclude<Outcome['kind'], 'no-user'>
}

export const requireUser = <Kind extends string>(
  kind: Kind,
): { readonly kind: Exclude<Kind, 'no-user'> } => {
  if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
  return { kind: kind as Exclude<Kind, 'no-user'> }
}
