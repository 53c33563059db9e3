import path from 'node:path'
import { openJsonLines } from '../json-lines.ts'

export type MailKind =
  'verification' | 'password-reset' | 'email-change' | 'email-recovery' | 'sign-in-link' | 'other'

/** A mail that the identity service would have sent. */
export type Mail = {
  /** When the mailbox first saw it. */
  sentAt: string
  to: string
  kind: MailKind
  code: string
  /** The link in the mail; opening it uses the code up. */
  link: string
  /**
   * The same code as a link to the site's own page, which is what a real project's action URL
   * gives.
   */
  siteLink: string
  /** Whether the code can still be used. */
  isOpen: boolean
}

/** A text message with a code for the second factor. */
export type TextMessage = { sentAt: string; to: string; code: string; isOpen: boolean }

export type Mailbox = {
  /** Polls for new ones, then returns all, newest first. */
  mails: () => Promise<Mail[]>
  textMessages: () => Promise<TextMessage[]>
}

type OobCode = {
  email: string
  newEmail?: string
  requestType: string
  oobCode: string
  oobLink: string
}
type VerificationCode = { phoneNumber: string; sessionInfo: string; code: string }
type KeptMail = Omit<Mail, 'isOpen'>
type KeptTextMessage = Omit<TextMessage, 'isOpen'> & { session: string }

const keep = 500

const kinds: Record<string, MailKind> = {
  VERIFY_EMAIL: 'verification',
  PASSWORD_RESET: 'password-reset',
  VERIFY_AND_CHANGE_EMAIL: 'email-change',
  RECOVER_EMAIL: 'email-recovery',
  EMAIL_SIGNIN: 'sign-in-link',
}

/** The page of the site that the links in all mails lead to. */
const landing = '/mail-link'

/**
 * The mails and text messages of the Auth emulator, which drops each once its code is used. The
 * mailbox keeps those it has seen, even across restarts.
 */
export const openMailbox = ({
  emulatorUrl,
  projectId,
  siteUrl,
  folder,
}: {
  emulatorUrl: string
  projectId: string
  siteUrl: string
  folder: string
}): Mailbox => {
  const mails = openJsonLines<KeptMail>(path.join(folder, 'mails.jsonl'), keep)
  const messages = openJsonLines<KeptTextMessage>(path.join(folder, 'text-messages.jsonl'), keep)

  const ask = async <T>(list: 'oobCodes' | 'verificationCodes'): Promise<T[]> => {
    const answer = await fetch(`${emulatorUrl}/emulator/v1/projects/${projectId}/${list}`)
    if (!answer.ok) throw new Error(`The Auth emulator answered ${answer.status} for ${list}`)
    return ((await answer.json()) as Record<string, T[] | undefined>)[list] ?? []
  }

  return {
    mails: async () => {
      const open = await ask<OobCode>('oobCodes')
      const known = new Set(mails.items().map(({ code }) => code))
      for (const { email, newEmail, requestType, oobCode, oobLink } of open.filter(
        (item) => !known.has(item.oobCode),
      )) {
        mails.append({
          sentAt: new Date().toISOString(),
          to: newEmail ?? email,
          kind: kinds[requestType] ?? 'other',
          code: oobCode,
          link: oobLink,
          siteLink: `${siteUrl}${landing}${new URL(oobLink).search}`,
        })
      }
      const openCodes = new Set(open.map(({ oobCode }) => oobCode))
      return mails
        .items()
        .map((mail) => ({ ...mail, isOpen: openCodes.has(mail.code) }))
        .toReversed()
    },
    textMessages: async () => {
      const open = await ask<VerificationCode>('verificationCodes')
      const known = new Set(messages.items().map(({ session }) => session))
      for (const { phoneNumber, sessionInfo, code } of open.filter(
        (item) => !known.has(item.sessionInfo),
      )) {
        messages.append({
          sentAt: new Date().toISOString(),
          to: phoneNumber,
          code,
          session: sessionInfo,
        })
      }
      const openSessions = new Set(open.map(({ sessionInfo }) => sessionInfo))
      return messages
        .items()
        .map(({ session, ...message }) => ({ ...message, isOpen: openSessions.has(session) }))
        .toReversed()
    },
  }
}
