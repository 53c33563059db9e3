import { describe, expect, it, vi } from 'vitest'
import { CODE_PAUSE } from '#core/use-cases/confirm-sign-in.ts'
import { ada, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const phone = '+44 20 7946 0958'
const newPassword = 'Steady-Keel-2'

const aMember = async () => {
  const ports = inMemory()
  await signUpAda(ports)
  return aPageLoad(ports)
}

const latestCode = (page: PageLoad) => page.auth.textMessages.at(-1)?.code ?? ''

const withPhone = async () => {
  const page = await aMember()
  await page.secondFactor.load()
  await page.secondFactor.sendCode(phone)
  await page.secondFactor.enrol(latestCode(page))
  await expect.poll(() => page.secondFactor.factors).toHaveLength(1)
  return page
}

const signedOutWithPhone = async () => {
  const page = await withPhone()
  await page.app.signOut()
  return page.reload()
}

const linkOf = (page: PageLoad) => page.auth.mails.at(-1)?.search ?? ''

describe('opening the link in a mail', () => {
  const aReset = async () => {
    const page = await aMember()
    await page.app.recoverAccount(ada.email)
    return page
  }

  it('lets the visitor set a new password once, and ends the session on this device', async () => {
    const page = await aReset()
    const search = linkOf(page)
    await page.mailLink.open(search)
    expect(page.mailLink.stage).toEqual({ kind: 'choose-password', email: ada.email })
    expect(await page.mailLink.setPassword('short', ignore)).toBe('weak-password')
    expect(await page.mailLink.setPassword(newPassword, ignore)).toBe('reset')
    expect(await page.auth.currentUser()).toBeNull()
    expect(await page.app.signIn({ email: ada.email, password: newPassword })).toMatchObject({
      kind: 'signed-in',
    })
    await page.mailLink.open(search)
    expect(page.mailLink.stage).toEqual({ kind: 'link-invalid' })
  })

  it('sets the new password once for two clicks', async () => {
    const page = await aReset()
    await page.mailLink.open(linkOf(page))
    const outcomes = await Promise.all([
      page.mailLink.setPassword(newPassword, ignore),
      page.mailLink.setPassword(newPassword, ignore),
    ])
    expect(outcomes).toEqual(['reset', 'ignored'])
  })

  it('says that a link is invalid when it was used before the password was chosen', async () => {
    const page = await aReset()
    await page.mailLink.open(linkOf(page))
    await page.app.resetPassword({
      code: page.auth.mails.at(-1)?.code ?? '',
      password: newPassword,
      email: ada.email,
    })
    expect(await page.mailLink.setPassword('Another-Keel-3', ignore)).toBe('refused')
    expect(page.mailLink.stage).toEqual({ kind: 'link-invalid' })
  })

  it('rejects a code for another purpose, and leaves it valid', async () => {
    const page = await aMember()
    await page.auth.sendEmailVerification(`${origin}/sign-up/email-confirmed`)
    await page.mailLink.open(linkOf(page).replace('verify-email', 'reset-password'))
    expect(page.mailLink.stage).toEqual({ kind: 'wrong-mail' })
    expect(await page.app.confirmEmail(page.auth.mails.at(-1)?.code ?? '')).toEqual({
      kind: 'confirmed',
    })
  })

  it('forwards a confirmation link to the page of its journey', async () => {
    const page = await aMember()
    await page.auth.sendEmailVerification(`${origin}/enroll/email-confirmed`)
    await page.mailLink.open(linkOf(page))
    expect(page.mailLink.stage).toMatchObject({
      kind: 'forward',
      path: expect.stringMatching(/^\/enroll\/email-confirmed\?.*code=/),
    })
  })

  it('changes the email after a click, and updates the signed-in user', async () => {
    const page = await aMember()
    await page.auth.changeEmail('new@example.com', `${origin}/account`)
    await page.mailLink.open(linkOf(page))
    expect(page.mailLink.stage).toEqual({
      kind: 'ask',
      action: 'change-email',
      email: 'new@example.com',
    })
    await page.mailLink.follow()
    expect(page.mailLink.stage).toEqual({ kind: 'email-changed', email: 'new@example.com' })
    expect(page.global.currentUser?.email).toBe('new@example.com')
  })

  it('undoes a change of the email after a click', async () => {
    const page = await aMember()
    page.auth.moveEmail(ada.email, 'stranger@example.com')
    await page.mailLink.open(linkOf(page))
    await page.mailLink.follow()
    expect(page.mailLink.stage).toEqual({ kind: 'email-recovered', email: ada.email })
    expect(page.global.currentUser?.email).toBe(ada.email)
  })

  it.each(['verify-email', 'change-email', 'recover-email', 'reset-password'] as const)(
    'does not by itself use up the code: %s',
    async (kind) => {
      const page = await aMember()
      const send = {
        'verify-email': () => page.auth.sendEmailVerification(`${origin}/sign-up/email-confirmed`),
        'change-email': () => page.auth.changeEmail('new@example.com', `${origin}/account`),
        'recover-email': () => page.auth.moveEmail(ada.email, 'stranger@example.com'),
        'reset-password': () => page.auth.sendPasswordReset(ada.email),
      }
      await send[kind]()
      const scanner = await aPageLoad({ ...page.ports })
      await scanner.mailLink.open(linkOf(page))
      await scanner.verifyEmail.openLink(linkOf(page))
      expect(await page.auth.checkMailCode(page.auth.mails.at(-1)?.code ?? '')).toMatchObject({
        kind,
      })
    },
  )

  it('reports an incomplete link without sending a request', async () => {
    const page = await aMember()
    page.auth.fail()
    await page.mailLink.open('?mail=reset-password')
    expect(page.mailLink.stage).toEqual({ kind: 'broken' })
  })

  it('can be tried again after an outage', async () => {
    const page = await aReset()
    page.auth.fail()
    await page.mailLink.open(linkOf(page))
    expect(page.mailLink.stage).toEqual({ kind: 'failed' })
    page.auth.restore()
    await page.mailLink.open(linkOf(page))
    expect(page.mailLink.stage).toMatchObject({ kind: 'choose-password' })
  })
})

describe('adding a phone', () => {
  it('accepts the right code after a wrong one', async () => {
    const page = await aMember()
    await page.secondFactor.load()
    expect(page.secondFactor.factors).toEqual([])
    await page.secondFactor.sendCode(phone)
    await page.secondFactor.enrol('000000')
    expect(page.secondFactor.codeRefusal).toBe('wrong-code')
    await page.secondFactor.enrol(latestCode(page))
    expect(page.secondFactor.phone).toBeNull()
    await expect.poll(() => page.secondFactor.factors).toMatchObject([{ phone: '+442079460958' }])
  })

  it('needs a confirmed email', async () => {
    const ports = inMemory()
    await signUpAda(ports, { verified: false })
    const page = await aPageLoad(ports)
    await page.secondFactor.sendCode(phone)
    expect(page.secondFactor.phoneRefusal).toBe('unverified-email')
  })

  it('asks for the password when the sign-in is too old, and then sends the code', async () => {
    const page = await aMember()
    page.auth.ageSignIn()
    await page.secondFactor.sendCode(phone)
    expect(page.reauthenticate.isOpen).toBe(true)
    await page.reauthenticate.confirm(ada.password)
    await page.clock.advance(100)
    await expect.poll(() => page.secondFactor.phone).toBe(phone)
  })

  it('sends another code after 30 seconds, not before', async () => {
    const page = await aMember()
    await page.secondFactor.sendCode(phone)
    await page.secondFactor.resend()
    expect(page.auth.textMessages).toHaveLength(1)
    await page.clock.advance(CODE_PAUSE)
    await page.secondFactor.resend()
    expect(page.auth.textMessages).toHaveLength(2)
  })
})

describe('removing a phone', () => {
  it('is possible with the password while the sign-in is recent', async () => {
    const page = await withPhone()
    page.secondFactor.remove(page.secondFactor.factors?.[0]?.id ?? '')
    await page.reauthenticate.confirm('Wrong-Pass-7')
    expect(page.reauthenticate.passwordError).toBe('Uh oh, wrong password.')
    await page.reauthenticate.confirm(ada.password)
    expect(page.reauthenticate.isOpen).toBe(false)
    await page.clock.advance(100)
    await expect.poll(() => page.secondFactor.factors).toEqual([])
    expect(await page.app.listSecondFactors()).toEqual([])
  })

  it('leads to sign-in when the last sign-in is too old', async () => {
    const page = await withPhone()
    page.auth.ageSignIn()
    page.secondFactor.remove(page.secondFactor.factors?.[0]?.id ?? '')
    await page.reauthenticate.confirm(ada.password)
    await page.clock.advance(100)
    await expect.poll(() => page.reauthenticate.isSignInNeeded).toBe(true)
    expect(page.reauthenticate.isOpen).toBe(true)
    expect(page.secondFactor.factors).toHaveLength(1)
  })
})

describe('reauthenticating an account with a phone', () => {
  it('is not possible with the password alone, and the modal says so', async () => {
    const page = await withPhone()
    const goOn = vi.fn<() => void>()
    page.reauthenticate.ask(goOn)
    await page.reauthenticate.confirm(ada.password)
    expect(page.reauthenticate).toMatchObject({
      isOpen: true,
      isSignInNeeded: true,
      passwordError: null,
    })
    page.reauthenticate.cancel()
    await page.clock.advance(100)
    expect(goOn).not.toHaveBeenCalled()
    page.reauthenticate.ask(goOn)
    expect(page.reauthenticate.isSignInNeeded).toBe(false)
  })
})

describe('an account with a phone', () => {
  it('can change its password after confirming the current one', async () => {
    const page = await withPhone()
    const changed = vi.fn<() => void>()
    page.changePassword.begin(newPassword, changed)
    await page.reauthenticate.confirm(ada.password)
    await page.clock.advance(100)
    await expect.poll(() => changed).toHaveBeenCalledOnce()
  })

  it('is sent to sign-in when its sign-in is too old to change the password or delete the account', async () => {
    const page = await withPhone()
    const tooOld = async (begin: () => void) => {
      page.auth.ageSignIn()
      begin()
      await page.reauthenticate.confirm(ada.password)
      await page.clock.advance(100)
      await expect.poll(() => page.reauthenticate.isOpen).toBe(true)
      await page.reauthenticate.confirm(ada.password)
      expect(page.reauthenticate.isSignInNeeded).toBe(true)
      page.reauthenticate.cancel()
      await page.clock.advance(100)
    }
    await tooOld(() => page.changePassword.begin(newPassword, ignore))
    await tooOld(() => page.leave.askToDelete())
    expect(page.global.currentUser).not.toBeNull()
  })
})

describe('signing in with a phone', () => {
  it('texts a code and accepts it after a wrong one', async () => {
    const page = await signedOutWithPhone()
    const sent = page.auth.textMessages.length
    expect(await page.signIn.signIn(ada, ignore)).toBe('code-required')
    expect(page.signIn.phone).toMatch(/0958$/)
    await expect.poll(() => page.auth.textMessages).toHaveLength(sent + 1)
    expect(await page.signIn.confirmCode('000000', ignore)).toBe('wrong-code')
    expect(page.global.currentUser).toBeNull()
    expect(await page.signIn.confirmCode(` ${latestCode(page)} `, ignore)).toBe('signed-in')
    expect(page.global.currentUser?.email).toBe(ada.email)
    expect(page.global.profile?.email).toBe(ada.email)
    expect(page.global.signUpData.accountCreated).toBe(true)
    expect(page.signIn.phone).toBeNull()
  })

  it('sends another code after 30 seconds, not before, and immediately when signing in again', async () => {
    const page = await signedOutWithPhone()
    await page.signIn.signIn(ada, ignore)
    await expect.poll(() => page.signIn.resendAllowedAt).toBeGreaterThan(0)
    const sent = page.auth.textMessages.length
    await page.signIn.sendCode()
    expect(page.auth.textMessages).toHaveLength(sent)
    await page.clock.advance(CODE_PAUSE)
    await page.signIn.sendCode()
    expect(page.auth.textMessages).toHaveLength(sent + 1)
    page.signIn.startOver()
    await page.signIn.signIn(ada, ignore)
    await expect.poll(() => page.auth.textMessages).toHaveLength(sent + 2)
  })

  it('says that the code could not be sent, and sends one when asked again', async () => {
    const page = await signedOutWithPhone()
    await page.signIn.signIn(ada, ignore)
    await expect.poll(() => page.signIn.isSendingCode).toBe(false)
    page.signIn.startOver()
    await page.auth.signIn(ada)
    page.auth.throttle()
    await page.signIn.sendCode()
    expect(page.signIn.codeRefusal).toBe('too-many-requests')
    page.auth.restore()
    await page.signIn.sendCode()
    expect(page.signIn.codeRefusal).toBeNull()
  })
})

describe('the bot check', () => {
  it('keeps bots from creating accounts and from sending mails', async () => {
    const ports = inMemory()
    const page = await aPageLoad(ports)
    ports.auth.takeForBot()
    expect(await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)).toBe('check-failed')
    expect(await page.signIn.recover(ada.email, ignore)).toBe('check-failed')
    expect(ports.auth.mails).toEqual([])
    expect(page.global.currentUser).toBeNull()
  })
})
