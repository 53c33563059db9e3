/** A site on which people read their mail. */
export type Mailbox = { readonly name: string; readonly url: string }

const mailboxes: readonly (Mailbox & { readonly domains: RegExp })[] = [
  { name: 'Gmail', url: 'https://mail.google.com/', domains: /^(gmail|googlemail)\.com$/ },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: /^(outlook|hotmail|live|msn)\.[a-z]{2,3}(\.[a-z]{2})?$/,
  },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/',
    domains: /^(yahoo|ymail)\.[a-z]{2,3}(\.[a-z]{2})?$/,
  },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail', domains: /^(icloud|me|mac)\.com$/ },
  {
    name: 'Proton Mail',
    url: 'https://mail.proton.me/',
    domains: /^(proton\.me|protonmail\.com|pm\.me)$/,
  },
]

/** The mailbox of an email address, by its domain; null for an unknown one. */
export const mailboxOf = (email: string): Mailbox | null => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return mailboxes.find(({ domains }) => domains.test(domain)) ?? null
}
