/**
 * Kept on the device while somebody is signed in; it never says who. With it the site can tell, without loading the
 * identity provider's SDK, that there is nobody to ask about.
 */
export const HINT_KEY = 'evenkeel.session'
export const HINT = '1'
