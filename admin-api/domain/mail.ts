import { domainToASCII } from 'node:url'

const withoutDots: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * One spelling for all addresses that reach the same mailbox: lower case, an ASCII domain, without
 * a `+tag`, and without the dots that Gmail ignores. Only for comparison: no mail is sent to it.
 */
export const mailboxOf = (email: string): string => {
  const normal = email.normalize('NFKC').trim().toLowerCase()
  const at = normal.lastIndexOf('@')
  const named = normal.slice(at + 1)
  // `domainToASCII` returns an empty string for an invalid domain.
  const domain = domainToASCII(named) || named
  const tag = normal.indexOf('+', 1)
  const local = normal.slice(0, tag > 0 && tag < at ? tag : at)
  return withoutDots.includes(domain)
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`
}
