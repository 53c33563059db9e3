import { useState } from 'react'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { nameTypefaces, typefacesAtOnceScript, typefacesScript } from './typefaces.ts'
import { useHydrated } from './use-hydrated.tsx'

/** Both scripts up to what shows the typefaces, in braces that are open. */
const beginning =
  `{${nameTypefaces}` +
  'let d=document.documentElement.dataset;d.session="guest";' +
  'addEventListener("submit",e=>{e.defaultPrevented||(e.preventDefault(),d.submitted="")});try{' +
  `localStorage.getItem(${JSON.stringify(HINT_KEY)})===null||(d.session="member");` +
  `localStorage.getItem(${JSON.stringify(PERSISTED_STATE)})===null||`

/**
 * Marks a document with what the device remembers, long before the page can be taken over: whether somebody is signed in, for
 * the header's words, and whether there was an earlier visit, which will have left the typefaces in the browser's cache. And with
 * what can be done only once the page is taken over: that a form was submitted.
 */
export const deviceMarksScript = `${beginning}${typefacesScript}}catch{}}`

/** The same for the head of a document. */
export const headMarksScript = `${beginning}${typefacesAtOnceScript}}catch{}}`

/** React takes the script over as it stands: the browser's own code does without its text. */
const written = { __html: process.env.BUILD_STAGE === 'build-javascript' ? '' : deviceMarksScript }

/**
 * The marks behind a page's first words: the first look into the device's storage waits for its disk, and what stands before it is
 * painted meanwhile. A page that was served keeps the script; one that comes later does without.
 */
export const DeviceMarks = () => {
  const isHydrated = useHydrated()
  const [isServed] = useState(!isHydrated)
  return isServed && <script dangerouslySetInnerHTML={written} />
}

/** Whether a form was submitted before the page could be taken over; once told, no longer. */
export const takeSubmitted = (): boolean => {
  const { dataset } = document.documentElement
  const isSubmitted = 'submitted' in dataset
  delete dataset['submitted']
  return isSubmitted
}

/** Brings the session's mark up to date. */
export const markSession = (isSignedIn: boolean) => {
  document.documentElement.dataset['session'] = isSignedIn ? 'member' : 'guest'
}
