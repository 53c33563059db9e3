import type { MailLink } from '#core/model/mail-link.ts'
import type {
  MailLinkAction,
  MailLinkFinished,
  MailLinkStage,
} from '../../stores/mail-link-store.ts'
import { authWords } from '../../content/words/auth-words.ts'

export type MailLinkProblem = Exclude<
  MailLinkStage['kind'],
  MailLinkFinished['kind'] | 'opening' | 'forward' | 'choose-password' | 'ask'
>

/** Says what is wrong with a link and what to do about it. */
export const problemWords: Readonly<
  Record<MailLinkProblem, { readonly heading: string; readonly text: string }>
> = {
  broken: {
    heading: 'Part of this link is missing',
    text: 'Email apps sometimes cut long links in two. Copy the whole link from the email into the address bar, or get a new one.',
  },
  'link-invalid': {
    heading: 'This link no longer works',
    text: 'Each link works once. This one has already been used, or a newer email has replaced it.',
  },
  'link-expired': {
    heading: 'This link has expired',
    text: 'Links only work for a short time, to keep your account safe.',
  },
  'wrong-mail': {
    heading: 'Something is wrong with this link',
    text: 'It doesn’t match the email it came from. Open the email again and use the link in it.',
  },
  'email-taken': {
    heading: 'This email is now in use',
    text: 'Another account has started using that address since we sent the email, so your account keeps the one it has.',
  },
  'user-disabled': { heading: 'This account is closed', text: authWords.userDisabled },
  'too-many-requests': {
    heading: 'Too many attempts',
    text: 'Please wait a few minutes and try again.',
  },
  failed: {
    heading: 'We can’t connect right now',
    text: 'Your link still works. Please try again in a moment.',
  },
}

/** How to get a new link for an email change: only the account's form can request one. */
export const changeAgain = 'To get a new one, change your email in your account again.'

/** What a link will do; the email stands between the two parts of the sentence. */
export const actionWords: Readonly<
  Record<
    MailLinkAction,
    {
      readonly heading: string
      readonly before: string
      readonly after: string
      readonly button: string
    }
  >
> = {
  'change-email': {
    heading: 'Change your email',
    before: 'Press the button to sign in with',
    after: 'from now on.',
    button: 'Change my email',
  },
  'recover-email': {
    heading: 'Undo your email change',
    before: 'Press the button to sign in with',
    after: 'again, as before the change.',
    button: 'Undo the change',
  },
  'remove-second-factor': {
    heading: 'Remove the phone that was added',
    before: 'Signing in as',
    after: 'will no longer ask for a code from that phone.',
    button: 'Remove the phone',
  },
}

const alarm = (deed: string): string =>
  `If someone else ${deed} it, they may know your password. Choose a new one now.`

/** What a link has done; the email stands between the two parts of the sentence. */
export const finishedWords: Readonly<
  Record<
    MailLinkFinished['kind'],
    { readonly heading: string; readonly before: string; readonly after: string }
  >
> = {
  'email-changed': {
    heading: 'Your email has been changed',
    before: 'Use',
    after: 'to sign in from now on.',
  },
  'email-recovered': {
    heading: 'Your old email is back',
    before: 'We’ve undone the change. You’ll sign in with',
    after: `again. ${alarm('changed')}`,
  },
  'phone-removed': {
    heading: 'The phone has been removed',
    before: 'Signing in as',
    after: `no longer asks for a code from that phone. ${alarm('added')}`,
  },
}

/** Whether the mail reported something that somebody else may have done. */
export const isAlarm = (kind: MailLink['kind'] | undefined): boolean =>
  kind === 'recover-email' || kind === 'remove-second-factor'
