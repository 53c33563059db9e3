/** The HTML standard's rule for email fields, with a dot in the domain. */
const emailShape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/**
 * Whether it has the shape of an email, apart from spaces around it: only a mail shows whether the
 * address exists.
 */
export const isEmail = (typed: string): boolean => emailShape.test(typed.trim())
