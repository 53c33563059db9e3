/** The id of a link that the payment provider may have expanded. */
export const idOf = (link: string | { readonly id?: string } | null | undefined): string | null =>
  typeof link === 'string' ? link : (link?.id ?? null)
