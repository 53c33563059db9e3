/** A list under a title. `lead` is the emphasized beginning of an item. */
export type MailList = {
  readonly title: string
  readonly items: readonly { readonly lead?: string; readonly text: string }[]
}

/** What a mail says, in plain words: the HTML and the plain text are both rendered from it. */
export type MailContent = {
  readonly subject: string
  /** Shown beside the subject in a list of mails. */
  readonly preview: string
  readonly heading: string
  readonly firstName: string | null
  /** The first paragraph follows the greeting. */
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly lists?: readonly MailList[]
  readonly action: { readonly label: string; readonly url: string }
  readonly after: readonly string[]
  /** Why the mail came. */
  readonly reason: string
}

export const greetingOf = ({ firstName }: Pick<MailContent, 'firstName'>): string =>
  firstName === null ? 'Hello,' : `Hello ${firstName},`

export const datesNote = 'Dates are in UTC.'
