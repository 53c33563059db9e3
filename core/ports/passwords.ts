/** Checks for passwords that many people use. */
export interface PasswordsPort {
  /**
   * Whether a password is on a list of common ones, ignoring case and trailing symbols. Throws
   * `PortUnavailable` when the list cannot be loaded.
   */
  isCommon(password: string): Promise<boolean>
}
