import { HINT_KEY } from '#core/model/session-hint.ts'

/**
 * Marks the document where the device remembers that somebody is signed in. It stands in the head of every document, so
 * that the header is right from the first paint on, long before the page can be taken over.
 */
export const sessionMarkScript = `try{localStorage.getItem(${JSON.stringify(HINT_KEY)})===null||(document.documentElement.dataset.session="")}catch{}`

/** Brings the mark up to date. */
export const markSession = (isSignedIn: boolean) => {
  document.documentElement.toggleAttribute('data-session', isSignedIn)
}
