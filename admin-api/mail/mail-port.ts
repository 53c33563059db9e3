/** A mail to one recipient. `html` and `text` say the same. */
export type MailMessage = {
  /** Identifies the mail: a second copy has the same id, so that mailboxes can detect it. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

export type MailOutcome =
  | { readonly kind: 'sent' }
  /**
   * Retrying is pointless: the mailbox does not exist or does not accept this mail. `code` is the
   * server's reply code.
   */
  | { readonly kind: 'refused'; readonly code: number | null }

export type MailPort = {
  /** Throws MailUnavailable when a later attempt may succeed. */
  send(message: MailMessage): Promise<MailOutcome>
  close(): Promise<void>
}

/**
 * The mail server cannot be reached, or is not accepting mail. Contains neither the recipient nor
 * the server's words, which repeat the address.
 */
export class MailUnavailable extends Error {
  readonly code: string | number | null

  constructor(code: string | number | null) {
    super(`The mail server took no mail${code === null ? '' : ` (${code})`}.`)
    this.name = 'MailUnavailable'
    this.code = code
  }
}
