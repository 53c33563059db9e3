import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { password, returnUrl } from './auth-harness.ts'
import type { AuthScene, AuthTab } from './auth-harness.ts'

let phones = 0
const aPhone = () => `+1212${String(process.pid % 1000).padStart(3, '0')}${String(1000 + ++phones)}`

const errorOf = (work: unknown): Promise<unknown> =>
  Promise.resolve(work).catch((error: unknown) => error)

/** The second factor: a phone of a verified account, and the code that signing in then asks for. */
export const describeSecondFactor = (scene: () => AuthScene) =>
  describe('the second factor', () => {
    const signUpVerified = async () => {
      const { harness, tab, email, signUp } = scene()
      const user = await signUp()
      await tab.sendEmailVerification(returnUrl)
      await harness.openLatestMail(email)
      await tab.reload()
      return user
    }

    const send = async (tab: AuthTab, phone: string) => {
      await tab.setUpVerifier()
      return tab.sendEnrolmentCode(phone)
    }

    const enrolled = async () => {
      const { harness, tab } = scene()
      const user = await signUpVerified()
      const phone = aPhone()
      expect(await send(tab, phone)).toEqual({ kind: 'sent' })
      expect(await tab.enrol(await harness.latestTextCode(phone))).toEqual({ kind: 'enrolled' })
      return { phone, user }
    }

    const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

    it('is not listed when nobody is signed in, nor for an account without a phone', async () => {
      const { tab, signUp } = scene()
      expect(await tab.secondFactors()).toEqual([])
      await signUp()
      expect(await tab.secondFactors()).toEqual([])
    })

    it('returns no-user when nobody is signed in', async () => {
      const { tab } = scene()
      expect(await send(tab, aPhone())).toEqual({ kind: 'no-user' })
      expect(await tab.enrol('123456')).toEqual({ kind: 'no-user' })
      expect(await tab.removeSecondFactor('made-up')).toEqual({ kind: 'no-user' })
    })

    it('needs a new reCAPTCHA verifier for each message', async () => {
      const { tab } = scene()
      await signUpVerified()
      const error = { message: 'Recaptcha verifier not provided' }
      expect(await errorOf(tab.sendEnrolmentCode(aPhone()))).toMatchObject(error)
      expect(await errorOf(tab.checkPerson())).toMatchObject(error)
      expect(await send(tab, aPhone())).toEqual({ kind: 'sent' })
      expect(await errorOf(tab.sendEnrolmentCode(aPhone()))).toMatchObject(error)
    })

    it('comes with a check for a person that passes once per verifier', async () => {
      const { tab } = scene()
      await tab.setUpVerifier()
      expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
      expect(await errorOf(tab.checkPerson())).toMatchObject({
        message: 'Recaptcha verifier not provided',
      })
    })

    it('needs a verified email', async () => {
      const { tab, signUp } = scene()
      await signUp()
      expect(await send(tab, aPhone())).toEqual({ kind: 'unverified-email' })
    })

    it.each(['', 'nobody'])('returns invalid-phone for %j', async (malformed) => {
      const { tab } = scene()
      await signUpVerified()
      expect(await send(tab, malformed)).toEqual({ kind: 'invalid-phone' })
    })

    it('needs a recent sign-in to add a phone', async () => {
      const { harness, tab } = scene()
      await signUpVerified()
      harness.ageSignIn(tab)
      expect(await send(tab, aPhone())).toEqual({ kind: 'recent-login-required' })
      await tab.reauthenticate(password)
      expect(await send(tab, aPhone())).toEqual({ kind: 'sent' })
    })

    it('is enrolled by the right code after wrong ones, and keeps the session', async () => {
      const { harness, tab } = scene()
      const user = await signUpVerified()
      const phone = aPhone()
      await send(tab, phone)
      const code = await harness.latestTextCode(phone)
      expect(await tab.enrol(wrongFor(code))).toEqual({ kind: 'wrong-code' })
      expect(await tab.enrol('')).toEqual({ kind: 'wrong-code' })
      expect(await tab.enrol(code)).toEqual({ kind: 'enrolled' })
      const [factor] = await tab.secondFactors()
      expect(factor).toEqual({ id: expect.any(String), phone })
      expect(await tab.currentUser()).toEqual({ ...user, emailVerified: true })
      expect(await tab.enrol(code)).toEqual({ kind: 'code-expired' })
    })

    it('is enrolled by a code that is sent again after a lost response', async () => {
      const { harness, tab } = scene()
      await signUpVerified()
      const phone = aPhone()
      await send(tab, phone)
      const code = await harness.latestTextCode(phone)
      harness.loseAnswers()
      await expect(tab.enrol(code)).rejects.toBeInstanceOf(PortUnavailable)
      harness.restore()
      expect(await tab.enrol(code)).toEqual({ kind: 'enrolled' })
      expect(await tab.secondFactors()).toEqual([{ id: expect.any(String), phone }])
    })

    it('accepts only the code of the latest message', async () => {
      const { harness, tab } = scene()
      await signUpVerified()
      const phone = aPhone()
      await send(tab, phone)
      const first = await harness.latestTextCode(phone)
      await send(tab, phone)
      expect(await tab.enrol(first)).toEqual({ kind: 'wrong-code' })
      const second = await harness.latestTextCode(phone)
      expect(await tab.enrol(second)).toEqual({ kind: 'enrolled' })
    })

    it('accepts no code when none was sent', async () => {
      const { tab } = scene()
      await signUpVerified()
      expect(await tab.enrol('123456')).toEqual({ kind: 'code-expired' })
    })

    it('returns phone-taken for a phone that the account already has', async () => {
      const { tab } = scene()
      const { phone } = await enrolled()
      expect(await send(tab, phone)).toEqual({ kind: 'phone-taken' })
    })

    it('is asked for when signing in, and can be entered after wrong codes', async () => {
      const { harness, tab, email } = scene()
      const { phone, user } = await enrolled()
      await tab.signOut()
      const outcome = await tab.signIn({ email, password })
      expect(outcome).toEqual({
        kind: 'code-required',
        phone: expect.stringMatching(new RegExp(`${phone.slice(-4)}$`)),
      })
      expect(await tab.currentUser()).toBeNull()
      expect(await tab.confirmSignIn('123456')).toEqual({ kind: 'code-expired' })

      await tab.setUpVerifier()
      expect(await tab.sendSignInCode()).toEqual({ kind: 'sent' })
      const code = await harness.latestTextCode(phone)
      expect(await tab.confirmSignIn(wrongFor(code))).toEqual({ kind: 'wrong-code' })
      expect(await tab.confirmSignIn('')).toEqual({ kind: 'wrong-code' })
      expect(await tab.confirmSignIn(code)).toEqual({
        kind: 'signed-in',
        user: { ...user, emailVerified: true },
      })
      expect(await tab.currentUser()).toMatchObject({ email })
      expect(await (await harness.openTab()).currentUser()).toMatchObject({ email })
    })

    it('throws when a code is sent or entered without the right password before', async () => {
      const { tab, email } = scene()
      const error = { message: 'Resolver is missing. Set it up first.' }
      await tab.setUpVerifier()
      expect(await errorOf(tab.sendSignInCode())).toMatchObject(error)
      expect(await errorOf(tab.confirmSignIn('123456'))).toMatchObject(error)
      await enrolled()
      await tab.signOut()
      await tab.signIn({ email, password })
      await tab.signIn({ email, password: 'Rough-Sea-9' })
      await tab.setUpVerifier()
      expect(await errorOf(tab.sendSignInCode())).toMatchObject(error)
    })

    it('needs a reCAPTCHA verifier to send the sign-in code', async () => {
      const { tab, email } = scene()
      await enrolled()
      await tab.signOut()
      await tab.signIn({ email, password })
      expect(await errorOf(tab.sendSignInCode())).toMatchObject({
        message: 'Recaptcha verifier not provided',
      })
    })

    it('is not asked for before the password is right', async () => {
      const { tab, email } = scene()
      await enrolled()
      await tab.signOut()
      expect(await tab.signIn({ email, password: 'Rough-Sea-9' })).toEqual({
        kind: 'wrong-password',
      })
    })

    it('makes reauthenticating require a code, and keeps the session', async () => {
      const { tab, email } = scene()
      await enrolled()
      expect(await tab.reauthenticate('Rough-Sea-9')).toEqual({ kind: 'wrong-password' })
      expect(await tab.reauthenticate(password)).toEqual({ kind: 'code-required' })
      expect(await tab.currentUser()).toMatchObject({ email })
    })

    it('can be removed, even twice, and is no longer asked for', async () => {
      const { tab, email } = scene()
      await enrolled()
      const [factor] = await tab.secondFactors()
      expect(await tab.removeSecondFactor(factor?.id ?? '')).toEqual({ kind: 'removed' })
      expect(await tab.secondFactors()).toEqual([])
      expect(await tab.removeSecondFactor(factor?.id ?? '')).toEqual({ kind: 'removed' })
      await tab.signOut()
      expect(await tab.signIn({ email, password })).toMatchObject({ kind: 'signed-in' })
    })

    it('needs a recent sign-in to be removed', async () => {
      const { harness, tab } = scene()
      await enrolled()
      const [factor] = await tab.secondFactors()
      harness.ageSignIn(tab)
      expect(await tab.removeSecondFactor(factor?.id ?? '')).toEqual({
        kind: 'recent-login-required',
      })
      harness.restore()
      expect(await tab.secondFactors()).toHaveLength(1)
    })

    it('returns too-many-requests while throttled, and accepts the code afterwards', async () => {
      const { harness, tab, email } = scene()
      const { phone } = await enrolled()
      await tab.signOut()
      await tab.signIn({ email, password })
      await tab.setUpVerifier()
      await tab.sendSignInCode()
      const code = await harness.latestTextCode(phone)
      harness.throttle()
      expect(await tab.confirmSignIn(code)).toEqual({ kind: 'too-many-requests' })
      harness.restore()
      expect(await tab.confirmSignIn(code)).toMatchObject({ kind: 'signed-in' })
    })
  })
