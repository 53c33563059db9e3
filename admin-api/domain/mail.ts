const withoutDots: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * One spelling for all addresses that reach the same mailbox: lower case, without a `+tag`, and
 * without the dots that Gmail ignores. To compare with, never to send to.
 */
export const mailboxOf = (email: string): string => {
  const normal = email.normalize('NFKC').trim().toLowerCase()
  const at = normal.lastIndexOf('@')
  const domain = normal.slice(at + 1)
  const tag = normal.indexOf('+', 1)
  const local = normal.slice(0, tag > 0 && tag < at ? tag : at)
  return withoutDots.includes(domain)
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`
}
