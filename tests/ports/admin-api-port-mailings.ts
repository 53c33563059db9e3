import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminApiPort, Mailing } from '#core/ports/admin-api.ts'
import { aKey, aSubmission, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

/** Mails to an address that somebody has typed in. */
export const describeMailings = (scene: () => AdminApiHarness) => {
  let adminApi: AdminApiPort

  beforeEach(() => {
    adminApi = scene().adminApi
  })

  const given = givenIn(scene)
  const pass = () => given('a visitor who passes the challenge', { action: 'send_mail' })
  const send = async (mailing: Mailing, email: string) =>
    adminApi.sendMailing({ ...mailing, email, ...(await pass()) })

  const anAddress = () => `${aKey()}@example.com`
  const finishLater = { kind: 'finish_later' } as const
  const accepted = { kind: 'accepted' }

  describe('mailings', () => {
    it('can carry a result of either kind, or a link back to the sign-up', async () => {
      const survey = await aSubmission(adminApi, 'survey')
      const belief = await aSubmission(adminApi, 'money_belief')
      for (const mailing of [survey, belief, finishLater])
        expect(await send(mailing, anAddress())).toEqual(accepted)
    })

    it('are accepted however often the same mail is requested', async () => {
      const email = anAddress()
      for (let each = 0; each < 5; each += 1)
        expect(await send(finishLater, email)).toEqual(accepted)
    })

    it('are accepted for the address of an account as for any other', async () => {
      await given('a verified user with no subscription', {})
      const { email } = await adminApi.profile()
      expect(await send(finishLater, email)).toEqual(accepted)
    })

    it('are limited by mailbox, whatever tag the address has', async () => {
      const email = anAddress()
      const { answers, ...belief } = await aSubmission(adminApi, 'money_belief')
      const [first = ''] = Object.keys(answers)
      for (const value of [1, 2, 3])
        expect(await send({ ...belief, answers: { ...answers, [first]: value } }, email)).toEqual(
          accepted,
        )
      const tagged = email.replace('@', '+again@')
      expect(await send(finishLater, tagged)).toEqual({
        kind: 'rate-limited',
        retryAfterSeconds: expect.any(Number),
      })
      expect(await send(finishLater, anAddress())).toEqual(accepted)
    })

    it('need a valid email address', async () => {
      for (const email of ['nobody', 'two@example.com words', 'ro\0bin@example.com']) {
        const outcome = await send(finishLater, email)
        expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'email' }] })
      }
    })

    it('need answers to the current questions', async () => {
      const submission = await aSubmission(adminApi, 'survey')
      expect(await send({ ...submission, version: '0' }, anAddress())).toMatchObject({
        kind: 'invalid',
        errors: [{ path: 'version' }],
      })
    })

    it('need a newly passed challenge each time', async () => {
      const proof = await pass()
      const email = anAddress()
      const ask = (token: { readonly challengeToken?: string }) =>
        adminApi.sendMailing({ ...finishLater, email, ...token })
      expect(await ask(proof)).toEqual(accepted)
      const ofAnother = await given('a visitor who passes the challenge', { action: 'save_card' })
      const failed = await given('a visitor who fails the challenge', {})
      for (const token of [proof, {}, ofAnother, failed])
        expect(await ask(token)).toEqual({ kind: 'challenge-failed' })
    })
  })
}
