/**
 * Who runs the site and how to reach them. Sample names and addresses, to be replaced by the owner.
 */
export const organisation = {
  legalName: 'Evenkeel Ltd',
  mail: {
    hello: 'hello@evenkeel.example',
    privacy: 'privacy@evenkeel.example',
    security: 'security@evenkeel.example',
    press: 'press@evenkeel.example',
    careers: 'careers@evenkeel.example',
  },
} as const

/** A link to write to one of the addresses, as rich text. */
export const mailLink = (to: keyof typeof organisation.mail): string =>
  `[${organisation.mail[to]}](mailto:${organisation.mail[to]})`
