import { HINT_KEY } from '#core/model/session-hint.ts'

/**
 * Sets `data-session` on <html> while the head is read, so that the header's link is right from the
 * first paint. It reads the storage itself: no bundle is there yet.
 */
export const sessionScript =
  '{let d=document.documentElement.dataset;d.session="guest";' +
  `try{localStorage.getItem(${JSON.stringify(HINT_KEY)})===null||(d.session="member")}catch{}}`

export const setSessionAttribute = (isSignedIn: boolean): void => {
  document.documentElement.dataset['session'] = isSignedIn ? 'member' : 'guest'
}
