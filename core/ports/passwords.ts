/** Checks for passwords that many people use. */
export interface PasswordsPort {
  /**
   * Whether a password is on a list of common ones, in whatever case and with whatever signs at its
   * end. Throws `PortUnavailable` when the list cannot be loaded.
   */
  isCommon(password: string): Promise<boolean>
}
