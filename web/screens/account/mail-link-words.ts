import type { MailLink } from '#core/model/mail-link.ts'
import type { MailLinkDeed, MailLinkFinished, MailLinkStage } from '../../stores/mail-link-store.ts'
import { authWords } from '../../content/words/auth-words.ts'

export type MailLinkProblem = Exclude<
  MailLinkStage['kind'],
  MailLinkFinished['kind'] | 'opening' | 'forward' | 'choose-password' | 'ask'
>

/** What is wrong with a link, in words that help. */
export const problemWords: Readonly<Record<MailLinkProblem, { readonly heading: string; readonly text: string }>> = {
  broken: {
    heading: 'A part of this link is missing',
    text: 'Mail programs sometimes cut long links in two. Copy the whole link from the mail into the address bar, or have a new one sent.',
  },
  'link-invalid': {
    heading: 'This link does not work any more',
    text: 'Each link works once. This one was used before, or a newer mail has taken its place.',
  },
  'link-expired': {
    heading: 'This link has run out',
    text: 'Links are good for a short time only, to keep your account safe. A new one is quickly had.',
  },
  'wrong-mail': {
    heading: 'This link is from another mail',
    text: 'Its code is there for something else than the rest of the link says. Open the mail once more and press the link in it.',
  },
  'email-taken': {
    heading: 'This email is in use by now',
    text: 'Another account has taken that address since the mail was sent, so your account keeps the email it has.',
  },
  'user-disabled': { heading: 'This account is closed', text: authWords.userDisabled },
  'too-many-requests': { heading: 'One moment, please', text: authWords.tooManyRequests },
  failed: { heading: 'We could not be reached', text: 'Your link is still good. Please try again in a moment.' },
}

/** What a link will do; the email stands between the two parts of the sentence. */
export const deedWords: Readonly<
  Record<MailLinkDeed, { readonly heading: string; readonly before: string; readonly after: string; readonly button: string }>
> = {
  'change-email': { heading: 'Change your email', before: 'You will sign in with', after: 'from then on.', button: 'Change my email' },
  'recover-email': {
    heading: 'Undo the change of your email',
    before: 'You will sign in with',
    after: 'again, as before the change.',
    button: 'Undo the change',
  },
  'remove-second-factor': {
    heading: 'Remove the phone that was added',
    before: 'Signing in as',
    after: 'will ask for no code from that phone.',
    button: 'Remove the phone',
  },
}

const alarm = 'If that was not you, somebody may know your password: choose a new one now.'

/** What a link has done; the email stands between the two parts of the sentence. */
export const finishedWords: Readonly<
  Record<MailLinkFinished['kind'], { readonly heading: string; readonly before: string; readonly after: string }>
> = {
  'email-changed': { heading: 'Your email is changed', before: 'You sign in with', after: 'from now on.' },
  'email-recovered': {
    heading: 'Your email is back',
    before: 'You sign in with',
    after: `again, and the change is undone. ${alarm}`,
  },
  'phone-removed': {
    heading: 'The phone is removed',
    before: 'Signing in as',
    after: `asks for no code from that phone any more. ${alarm}`,
  },
}

/** Whether the mail told of something that somebody else may have done. */
export const isAlarm = (kind: MailLink['kind'] | undefined): boolean => kind === 'recover-email' || kind === 'remove-second-factor'
