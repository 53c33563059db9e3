import type { MailLinkFinished } from '../../stores/mail-link-store.ts'
import { finishedWords } from './mail-link-words.ts'

/** The key in the history entry's state. A URL could be forged to claim what was never done. */
const KEY = 'mailLink'

/** Removes a used code from the URL; a reload still shows what it did. */
export const forgetMailLink = ({ kind, email }: MailLinkFinished) =>
  window.history.replaceState(
    { ...window.history.state, [KEY]: { kind, email } },
    '',
    window.location.pathname,
  )

/** What the link did before a reload; null for a link that was just opened. */
export const recallMailLink = (): MailLinkFinished | null => {
  const { state } = window.history
  const kept: unknown =
    window.location.search === '' && typeof state === 'object' && state !== null ? state[KEY] : null
  if (typeof kept !== 'object' || kept === null || !('kind' in kept) || !('email' in kept))
    return null
  const { kind, email } = kept
  return typeof kind === 'string' && kind in finishedWords && typeof email === 'string'
    ? { kind: kind as MailLinkFinished['kind'], email }
    : null
}
