import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authEmulatorService } from '#sandbox/identity/auth-emulator.ts'
import { findFreePorts } from '#sandbox/ports.ts'
import { startService } from '#sandbox/service.ts'

export type IdentityMail = {
  readonly email: string
  readonly newEmail?: string
  readonly requestType: string
  readonly oobLink: string
}

export type Identity = {
  readonly url: string
  readonly projectId: string
  /** When off, the service reveals who has an account, as older projects do. */
  protectEnumeration(isOn: boolean): Promise<void>
  /** Mails sent to an address, oldest first. */
  mailsTo(email: string): Promise<readonly IdentityMail[]>
  /** Opens the link of a mail, as its reader would. */
  open(mail: IdentityMail): Promise<void>
  /** Changes the address as the account's owner; the mail to the old address can undo that. */
  moveEmail(
    owner: { readonly email: string; readonly password: string },
    next: string,
  ): Promise<void>
  /**
   * The code in the latest text message to the phone; empty when there is none that can still be
   * used.
   */
  latestTextCode(phone: string): Promise<string>
  removeAccount(email: string): Promise<void>
  disableAccount(email: string): Promise<void>
  stop(): Promise<void>
}

/** The real Auth emulator with its own folder, which is deleted when it is stopped. */
export const startIdentity = async (): Promise<Identity> => {
  const projectId = 'demo-evenkeel'
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-identity-'))
  const [port] = await findFreePorts(1)
  if (port === undefined) throw new Error('No free port')
  const service = await startService(await authEmulatorService({ port, projectId, folder }), {
    logDir: folder,
  })
  const { url } = service.spec

  const asOwner = async (method: string, target: string, body?: object) => {
    const answer = await fetch(url + target, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok)
      throw new Error(`The Auth emulator answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<unknown>
  }

  const asClient = async <T>(action: string, body: object): Promise<T> => {
    const answer = await fetch(
      `${url}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=any`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    )
    if (!answer.ok)
      throw new Error(`The Auth emulator answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }

  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  const idOf = async (email: string): Promise<string> => {
    const { users } = (await asOwner('POST', `${accounts}:lookup`, { email: [email] })) as {
      users?: [{ localId: string }]
    }
    if (!users) throw new Error(`Nobody has the address ${email}`)
    return users[0].localId
  }

  return {
    url,
    projectId,
    protectEnumeration: async (isOn) => {
      await asOwner('PATCH', `/emulator/v1/projects/${projectId}/config`, {
        signIn: { allowDuplicateEmails: false },
        emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn },
      })
    },
    mailsTo: async (email) => {
      const { oobCodes } = (await asOwner(
        'GET',
        `/emulator/v1/projects/${projectId}/oobCodes`,
      )) as { oobCodes: IdentityMail[] }
      return oobCodes.filter((mail) => (mail.newEmail ?? mail.email) === email)
    },
    open: async ({ oobLink }) => {
      const answer = await fetch(oobLink, { redirect: 'manual' })
      if (answer.status >= 400)
        throw new Error(`The link answered ${answer.status}: ${await answer.text()}`)
    },
    moveEmail: async (owner, next) => {
      const { idToken } = await asClient<{ idToken: string }>('signInWithPassword', {
        ...owner,
        returnSecureToken: true,
      })
      await asClient('update', { idToken, email: next })
    },
    latestTextCode: async (phone) => {
      const { verificationCodes } = (await asOwner(
        'GET',
        `/emulator/v1/projects/${projectId}/verificationCodes`,
      )) as {
        verificationCodes: { phoneNumber: string; code: string }[]
      }
      return verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)?.code ?? ''
    },
    removeAccount: async (email) => {
      await asOwner('POST', `${accounts}:delete`, { localId: await idOf(email) })
    },
    disableAccount: async (email) => {
      await asOwner('POST', `${accounts}:update`, { localId: await idOf(email), disableUser: true })
    },
    stop: async () => {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
