/** The HTML standard's rule for email fields, with a dot in the domain. */
const emailShape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/**
 * Whether the text looks like an email address, ignoring spaces around it. Only sending a mail
 * shows whether the address exists.
 */
export const isEmail = (typed: string): boolean => emailShape.test(typed.trim())
