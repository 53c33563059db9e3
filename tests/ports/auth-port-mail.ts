import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { anEmail, password, returnUrl } from './auth-harness.ts'
import type { AuthScene } from './auth-harness.ts'

/** The codes in the links of identity mails, and what they do. */
export const describeMailCodes = (scene: () => AuthScene) =>
  describe('the code of a mail', () => {
    const aVerificationCode = async () => {
      const { tab, email, harness, signUp } = scene()
      await signUp()
      await tab.sendEmailVerification(returnUrl)
      return harness.latestCode(email)
    }
    const aResetCode = async () => {
      const { tab, email, harness, signUp } = scene()
      await signUp()
      await tab.sendPasswordReset(email)
      return harness.latestCode(email)
    }

    it('confirms the email on a device without a session, and a reload on the first device shows it', async () => {
      const { harness, tab, email } = scene()
      const code = await aVerificationCode()
      const other = await harness.openBrowser()
      expect(await other.checkMailCode(code)).toEqual({ kind: 'verify-email', email })
      expect(await other.applyMailCode(code)).toEqual({ kind: 'applied' })
      expect(await other.currentUser()).toBeNull()
      expect(await tab.reload()).toMatchObject({ email, emailVerified: true })
    })

    it('is read from the link, as is the page the mail leads to', async () => {
      const { harness, tab, email, signUp } = scene()
      const code = await aVerificationCode()
      const link = await harness.latestLink(email)
      expect(await tab.readMailLink(link)).toEqual({
        kind: 'verify-email',
        code,
        continueUrl: returnUrl,
      })
      const next = anEmail()
      await tab.changeEmail(next, returnUrl)
      expect(await tab.readMailLink(await harness.latestLink(next))).toMatchObject({
        kind: 'change-email',
      })
      const other = await signUp(anEmail())
      await tab.sendPasswordReset(other.email ?? '')
      expect(await tab.readMailLink(await harness.latestLink(other.email ?? ''))).toMatchObject({
        kind: 'reset-password',
        continueUrl: null,
      })
    })

    it('is not found in a link with a part missing', async () => {
      const { harness, tab, email } = scene()
      const code = await aVerificationCode()
      const link = await harness.latestLink(email)
      expect(await tab.readMailLink(link.replace(code, ''))).toBeNull()
      expect(await tab.readMailLink('')).toBeNull()
      expect(await tab.readMailLink(`?${link.slice(link.indexOf(code))}`)).toBeNull()
    })

    it('works only once', async () => {
      const { tab } = scene()
      const code = await aVerificationCode()
      await tab.applyMailCode(code)
      expect(await tab.applyMailCode(code)).toEqual({ kind: 'link-invalid' })
      expect(await tab.checkMailCode(code)).toEqual({ kind: 'link-invalid' })
    })

    it('is accepted again after the first response was lost', async () => {
      const { harness, tab, email } = scene()
      const code = await aVerificationCode()
      harness.loseAnswers()
      await expect(tab.applyMailCode(code)).rejects.toBeInstanceOf(PortUnavailable)
      harness.restore()
      expect(await tab.applyMailCode(code)).toEqual({ kind: 'applied' })
      expect(await tab.reload()).toMatchObject({ email, emailVerified: true })
    })

    it('sets only the password of the attempt whose response was lost', async () => {
      const { harness, tab, email } = scene()
      const code = await aResetCode()
      harness.loseAnswers()
      await expect(tab.resetPassword(code, 'Steady-Keel-2')).rejects.toBeInstanceOf(PortUnavailable)
      harness.restore()
      expect(await tab.resetPassword(code, 'Steady-Keel-3')).toEqual({ kind: 'link-invalid' })
      expect(await tab.resetPassword(code, 'Steady-Keel-2')).toEqual({ kind: 'reset' })
      expect(await tab.signIn({ email, password: 'Steady-Keel-2' })).toMatchObject({
        kind: 'signed-in',
      })
    })

    it.each(['', 'made-up'])('is refused as link-invalid when it is %j', async (code) => {
      const { tab } = scene()
      expect(await tab.checkMailCode(code)).toEqual({ kind: 'link-invalid' })
      expect(await tab.applyMailCode(code)).toEqual({ kind: 'link-invalid' })
      expect(await tab.resetPassword(code, password)).toEqual({ kind: 'link-invalid' })
    })

    it('resets the password once, and is not used up by being checked', async () => {
      const { harness, tab, email } = scene()
      const code = await aResetCode()
      expect(await tab.checkMailCode(code)).toEqual({ kind: 'reset-password', email })
      const other = await harness.openBrowser()
      expect(await other.resetPassword(code, 'Steady-Keel-2')).toEqual({ kind: 'reset' })
      expect(await other.resetPassword(code, 'Steady-Keel-3')).toEqual({ kind: 'link-invalid' })
      expect(await other.signIn({ email, password })).toEqual({ kind: 'wrong-password' })
      expect(await other.signIn({ email, password: 'Steady-Keel-2' })).toMatchObject({
        kind: 'signed-in',
        user: { emailVerified: true },
      })
    })

    it.each(['', 'short'])(
      'returns weak-password for the password %j and can still be used',
      async (weak) => {
        const { tab } = scene()
        const code = await aResetCode()
        expect(await tab.resetPassword(code, weak)).toEqual({ kind: 'weak-password' })
        expect(await tab.resetPassword(code, 'Steady-Keel-2')).toEqual({ kind: 'reset' })
      },
    )

    it('sets no password when it is from a mail of another kind', async () => {
      const { harness, email } = scene()
      const code = await aVerificationCode()
      const other = await harness.openBrowser()
      expect(await other.resetPassword(code, 'Steady-Keel-2')).toEqual({ kind: 'link-invalid' })
      expect(await other.signIn({ email, password })).toMatchObject({ kind: 'signed-in' })
    })

    it('changes the email', async () => {
      const { harness, tab, signUp } = scene()
      await signUp()
      const next = anEmail()
      await tab.changeEmail(next, returnUrl)
      const code = await harness.latestCode(next)
      expect(await tab.checkMailCode(code)).toEqual({ kind: 'change-email', email: next })
      expect(await tab.applyMailCode(code)).toEqual({ kind: 'applied' })
      expect(await tab.reload()).toMatchObject({ email: next, emailVerified: true })
    })

    it('does not give the account an address that another account has taken since', async () => {
      const { harness, tab, signUp } = scene()
      await signUp()
      const next = anEmail()
      await tab.changeEmail(next, returnUrl)
      const code = await harness.latestCode(next)
      await (await harness.openBrowser()).createAccount({ email: next, password })
      expect(await tab.applyMailCode(code)).toEqual({ kind: 'email-taken' })
    })

    it('undoes a change of the email', async () => {
      const { harness, email, signUp } = scene()
      const user = await signUp()
      await harness.moveEmail(email, anEmail())
      const code = await harness.latestCode(email)
      const other = await harness.openBrowser()
      expect(await other.checkMailCode(code)).toEqual({ kind: 'recover-email', email })
      expect(await other.applyMailCode(code)).toEqual({ kind: 'applied' })
      expect(await other.signIn({ email, password })).toMatchObject({
        kind: 'signed-in',
        user: { id: user.id, email },
      })
    })
  })
