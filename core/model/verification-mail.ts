/** The pause between two verification mails, in milliseconds. */
export const RESEND_PAUSE = 30_000

/**
 * When the next mail may be requested, in milliseconds since 1970; 0 for now. Nobody has to wait
 * because their clock was set back.
 */
export const nextMailAt = (asked: number | null, now: Date): number =>
  asked === null || asked > now.getTime() ? 0 : asked + RESEND_PAUSE
