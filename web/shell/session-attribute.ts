import { PAYMENT_HINT_KEY } from '#core/model/payment-hint.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { pagesWithoutNotice } from './overlays/reserved-space.ts'

/**
 * Sets `data-session` on <html> while the head is read, so that the links are those of a guest or
 * of a member from the first paint, and `data-payment` for a member whose payment is failing, so
 * that space is reserved for the notice. It reads the storage itself, because no bundle has loaded
 * yet.
 */
export const sessionScript =
  '{let d=document.documentElement.dataset;d.session="guest";' +
  `try{let s=localStorage;s.getItem(${JSON.stringify(HINT_KEY)})===null||(d.session="member",` +
  `s.getItem(${JSON.stringify(PAYMENT_HINT_KEY)})===null||` +
  `${JSON.stringify(pagesWithoutNotice)}.includes(location.pathname)||(d.payment="due"))}catch{}}`

export const setSessionAttribute = (isSignedIn: boolean): void => {
  document.documentElement.dataset['session'] = isSignedIn ? 'member' : 'guest'
}
