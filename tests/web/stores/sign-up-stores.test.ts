import { describe, expect, it, vi } from 'vitest'
import { RESEND_PAUSE } from '#core/model/verification-mail.ts'
import { ada, signUpAda } from '#tests/support/memory-ports.ts'
import { aChoice, aPageLoad, ignore } from './in-memory-stores.ts'

describe('creating the account', () => {
  it('creates one account when submitted twice', async () => {
    const page = await aChoice()
    const outcomes = await Promise.all([
      page.account.signUp({ ...ada, journey: 'sign-up' }, ignore),
      page.account.signUp({ ...ada, journey: 'sign-up' }, ignore),
    ])
    expect(outcomes).toEqual(['signed-up', 'ignored'])
    expect(page.global.currentUser?.email).toBe(ada.email)
    expect(page.global.currentUser?.stackinData?.email).toBe(ada.email)
  })

  it('says that the email is taken', async () => {
    const first = await aPageLoad()
    await signUpAda(first.ports)
    await first.app.signOut()
    const page = await first.reload()
    expect(await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)).toBe('email-taken')
    expect(page.account.isBusy).toBe(false)
  })

  it('never writes the password to the device', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    expect(page.storage.read('PERSISTED_STATE')).not.toContain(ada.password)
  })
})

describe('confirming the email', () => {
  it('is noticed at the next check', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.check()
    expect(page.global.currentUser?.emailVerified).toBe(false)
    page.auth.openMail()
    await page.verifyEmail.check()
    expect(page.global.currentUser?.emailVerified).toBe(true)
  })

  it('shows no error when the check fails', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.auth.fail()
    await page.verifyEmail.check()
    expect(page.notices.all).toEqual([])
  })

  it('sends another mail after 30 seconds, not before', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(1)
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(2)
  })

  it('keeps the pause between mails after a reload, unless the clock was set back', async () => {
    const before = await aChoice()
    await before.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    const page = await before.reload()
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(1)
    page.global.changeSignUpData({
      verificationMailTimeStamp: page.clock.now().getTime() + 10 * RESEND_PAUSE,
    })
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(2)
  })

  it('resends the mail of a pending change to the new address', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.resend('sign-up')
    const to = page.auth.mails.map((mail) => mail.to)
    expect(to).toEqual([ada.email, 'new@example.com', 'new@example.com'])
    expect(page.notices.all.at(-1)?.text).toBe('We’ve sent an email to new@example.com.')
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(3)
  })

  it('says that the mail of a pending change cannot be resent', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.auth.openBrowser().createAccount({ ...ada, email: 'new@example.com' })
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.resend('sign-up')
    expect(page.notices.all.at(-1)?.text).toBe(
      'We couldn’t send an email to new@example.com. Please enter another address.',
    )
    page.auth.throttle()
    await page.verifyEmail.resend('sign-up')
    expect(page.notices.all.at(-1)?.text).toContain('That was a lot of emails.')
    expect(page.auth.mails).toHaveLength(2)
  })

  it('says that resending is throttled after the password was confirmed', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.clock.advance(RESEND_PAUSE)
    page.auth.ageSignIn()
    await page.verifyEmail.resend('sign-up')
    await page.reauthenticate.confirm(ada.password)
    page.auth.throttle()
    await page.clock.advance(100)
    await expect.poll(() => page.notices.all.at(-1)?.text).toContain('That was a lot of emails.')
    expect(page.verifyEmail.change.refusal).toBeNull()
  })

  it('mails the account’s current address on request', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.mailCurrent('sign-up')
    expect(page.auth.mails.map((mail) => mail.to)).toEqual([
      ada.email,
      'new@example.com',
      ada.email,
    ])
  })

  it('moves a pending change to the account page when the first address is confirmed', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    const [first] = page.auth.mails
    await page.verifyEmail.change.ask('New@example.com', 'sign-up')
    page.auth.openMail(first)
    await page.verifyEmail.check()
    expect(page.global.currentUser?.emailVerified).toBe(true)
    expect(page.verifyEmail.change.pendingEmail).toBe('')
    expect(page.changeEmail.change.pendingEmail).toBe('New@example.com')
  })

  it('accepts the link for a pending address as the visitor’s own, whatever the letter case', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('New@example.com', 'sign-up')
    await page.verifyEmail.openLink(page.auth.mails.at(-1)?.search ?? '')
    expect(page.verifyEmail.linkEmail).toBe('new@example.com')
    expect(page.verifyEmail.isForAnother).toBe(false)
  })

  it('drops the pending change once its address is confirmed', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('New@example.com', 'sign-up')
    page.auth.openMail()
    await page.verifyEmail.check()
    expect(page.global.currentUser?.email).toBe('new@example.com')
    expect(page.changeEmail.change.pendingEmail).toBe('')
  })

  it('asks for the password when the sign-in is too old, and then changes the email', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.auth.ageSignIn()
    expect(await page.verifyEmail.change.ask('new@example.com', 'sign-up')).toBe('waiting')
    await page.reauthenticate.confirm('Wrong-Pass-7')
    expect(page.reauthenticate.passwordError).toBe('Uh oh, wrong password.')
    await page.reauthenticate.confirm(ada.password)
    expect(page.reauthenticate.isOpen).toBe(false)
    expect(page.global.userData.profile).toBeNull()
    await page.clock.advance(100)
    await expect.poll(() => page.verifyEmail.change.pendingEmail).toBe('new@example.com')
  })

  it('changes nothing when the password prompt is cancelled', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.auth.ageSignIn()
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    page.reauthenticate.cancel()
    await page.clock.advance(100)
    expect(page.auth.mails).toHaveLength(1)
  })

  it.each([0, 50, 200])(
    'changes nothing when the dialog closes while the password is checked (response after %i ms)',
    async (late) => {
      const page = await aChoice()
      await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
      const confirmed = vi.fn<() => void>()
      page.reauthenticate.ask(confirmed)
      const { reauthenticate } = page.auth
      let answer = () => {}
      vi.spyOn(page.auth, 'reauthenticate').mockImplementationOnce(async (password) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return reauthenticate(password)
      })
      const checked = page.reauthenticate.confirm(ada.password)
      page.reauthenticate.cancel()
      await page.clock.advance(late)
      answer()
      await checked
      await page.clock.advance(200)
      expect([page.reauthenticate.isOpen, page.reauthenticate.isBusy]).toEqual([false, false])
      expect(confirmed).not.toHaveBeenCalled()
    },
  )

  it('rethrows the error for too many reauthentications, without a message on the field or page', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.reauthenticate.ask(ignore)
    page.auth.throttle()
    await expect(page.reauthenticate.confirm(ada.password)).rejects.toThrow('unavailable')
    expect(page.reauthenticate.passwordError).toBeNull()
    expect(page.notices.all).toEqual([])
  })

  it('rethrows any other reauthentication error', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.reauthenticate.ask(ignore)
    page.auth.fail()
    await expect(page.reauthenticate.confirm(ada.password)).rejects.toThrow('unavailable')
    expect(page.reauthenticate.isBusy).toBe(false)
  })
})
