/** What the challenge protects; the server compares it with the action in the token. */
export type ChallengeAction = 'save_card' | 'send_mail'

/** Proves to the server that a person, not a script, is asking. */
export interface ChallengePort {
  /**
   * A token that the server can check once, within two minutes. Null where no challenge is set up.
   * Throws `PortUnavailable` when the challenge cannot be loaded.
   */
  token(action: ChallengeAction): Promise<string | null>
}
