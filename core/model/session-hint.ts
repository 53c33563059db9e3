/**
 * Stored while somebody is signed in; it never says who. Without it, the site knows that nobody is
 * signed in and need not load the identity provider's SDK.
 */
export const HINT_KEY = 'evenkeel.session'
export const HINT = '1'
