import { beforeEach, describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import type { CardForm, PaymentsPort } from '#core/ports/payments.ts'
import type { Eventual } from '#tests/support/remote-port.ts'

export type PaymentsHarness = {
  readonly payments: Eventual<PaymentsPort>
  /**
   * Types a card number, and whatever else the form asks for; an empty number leaves the form
   * blank.
   */
  fill(number: string): Promise<CardForm> | CardForm
  /** Authorizes the card of that number in the visitor's wallet. */
  authorize(number: string): Promise<CardForm> | CardForm
  /** The client secret of a new intent to save a card. */
  createSetupIntent(): Promise<string> | string
  /** The client secret of a charge that waits for the bank's check. */
  createChargeToAuthenticate(): Promise<string> | string
  /** The client secret of an intent that does not exist. */
  readonly unknownIntent: string
  /** Sets how the visitor answers the bank's checks from now on. */
  answerChallenge(answer: 'pass' | 'fail'): void
  /** The address that the provider keeps with a saved card. */
  billingEmailOf(paymentMethodId: string): Promise<string | null> | string | null
  fail(): Promise<void> | void
  restore(): Promise<void> | void
}

const GOOD = '4242 4242 4242 4242'
const ASKS_ONCE = '4000 0025 0000 3155'
const billingEmail = 'maya@example.com'
const returnUrl = 'http://localhost:8000/sign-up/payment'

/** The suite of the payments port, using the provider's well-known test cards. */
export const describePaymentsPort = (
  name: string,
  makeHarness: () => Promise<PaymentsHarness> | PaymentsHarness,
) =>
  describe(`${name} as payments port`, () => {
    let harness: PaymentsHarness
    let payments: Eventual<PaymentsPort>
    const confirm = async (card: CardForm, clientSecret: string) =>
      payments.confirmCard({ card, clientSecret, billingEmail, returnUrl })

    beforeEach(async () => {
      harness = await makeHarness()
      payments = harness.payments
      return () => harness.restore()
    })

    describe('validating a card', () => {
      it('finds a blank form incomplete, as often as it is asked', async () => {
        const card = await harness.fill('')
        const outcome = await payments.validateCard(card)
        expect(outcome).toEqual({ kind: 'incomplete', message: 'Your card number is incomplete.' })
        expect(await payments.validateCard(card)).toEqual(outcome)
      })

      it('finds half a number incomplete, and the whole one complete', async () => {
        expect(await payments.validateCard(await harness.fill('4242 4242'))).toMatchObject({
          kind: 'incomplete',
        })
        expect(await payments.validateCard(await harness.fill(GOOD))).toEqual({ kind: 'complete' })
      })
    })

    describe('confirming a card', () => {
      it('is safe to do twice, one after the other', async () => {
        const clientSecret = await harness.createSetupIntent()
        const card = await harness.fill(GOOD)
        const first = await confirm(card, clientSecret)
        expect(first).toEqual({ kind: 'confirmed', paymentMethodId: expect.stringMatching(/^pm_/) })
        expect(await confirm(card, clientSecret)).toEqual(first)
      })

      it('is safe to do twice at once', async () => {
        const clientSecret = await harness.createSetupIntent()
        const card = await harness.fill(GOOD)
        const [first, second] = await Promise.all([
          confirm(card, clientSecret),
          confirm(card, clientSecret),
        ])
        expect(first).toMatchObject({ kind: 'confirmed' })
        expect(second).toEqual(first)
      })

      it('keeps the billing email with the card', async () => {
        const outcome = await confirm(await harness.fill(GOOD), await harness.createSetupIntent())
        if (outcome.kind !== 'confirmed') throw new Error(outcome.kind)
        expect(await harness.billingEmailOf(outcome.paymentMethodId)).toBe(billingEmail)
      })

      it('returns incomplete for a blank form, and confirms once it is filled in', async () => {
        const clientSecret = await harness.createSetupIntent()
        expect(await confirm(await harness.fill(''), clientSecret)).toEqual({
          kind: 'incomplete',
          message: 'Your card number is incomplete.',
          declineCode: null,
        })
        expect(await confirm(await harness.fill(GOOD), clientSecret)).toMatchObject({
          kind: 'confirmed',
        })
      })

      it.each([
        ['4000 0000 0000 0002', 'generic_decline', 'Your card was declined.'],
        ['4000 0000 0000 9995', 'insufficient_funds', 'Your card has insufficient funds.'],
        ['4000 0000 0000 0069', 'expired_card', 'Your card has expired.'],
      ])(
        'declines %s with %s, and accepts another card for the same intent',
        async (number, declineCode, message) => {
          const clientSecret = await harness.createSetupIntent()
          expect(await confirm(await harness.fill(number), clientSecret)).toEqual({
            kind: 'declined',
            declineCode,
            message,
          })
          expect(await confirm(await harness.fill(GOOD), clientSecret)).toMatchObject({
            kind: 'confirmed',
          })
        },
      )

      it('confirms a card that will only be declined when it is charged', async () => {
        const card = await harness.fill('4000 0000 0000 0341')
        expect(await confirm(card, await harness.createSetupIntent())).toMatchObject({
          kind: 'confirmed',
        })
      })

      it('confirms once the visitor has passed the check of their bank', async () => {
        harness.answerChallenge('pass')
        const card = await harness.fill(ASKS_ONCE)
        expect(await confirm(card, await harness.createSetupIntent())).toMatchObject({
          kind: 'confirmed',
        })
      })

      it('returns authentication-failed when the bank’s check fails, and lets the visitor try again', async () => {
        const clientSecret = await harness.createSetupIntent()
        harness.answerChallenge('fail')
        expect(await confirm(await harness.fill(ASKS_ONCE), clientSecret)).toEqual({
          kind: 'authentication-failed',
          message: expect.stringContaining('unable to authenticate'),
          declineCode: null,
        })
        harness.answerChallenge('pass')
        expect(await confirm(await harness.fill(ASKS_ONCE), clientSecret)).toMatchObject({
          kind: 'confirmed',
        })
      })

      it('throws the provider’s error for an intent that does not exist', async () => {
        const card = await harness.fill(GOOD)
        const thrown = await confirm(card, harness.unknownIntent).catch((error: unknown) => error)
        expect(thrown).toBeInstanceOf(Error)
        expect(thrown).not.toBeInstanceOf(PortUnavailable)
        expect(String(thrown)).toMatch(/No such (setup)?intent/i)
      })
    })

    describe('confirming the card of a wallet', () => {
      it('needs nothing typed, and keeps the billing email with the card', async () => {
        const card = await harness.authorize(GOOD)
        expect(await payments.validateCard(card)).toEqual({ kind: 'complete' })
        const outcome = await confirm(card, await harness.createSetupIntent())
        if (outcome.kind !== 'confirmed') throw new Error(outcome.kind)
        expect(await harness.billingEmailOf(outcome.paymentMethodId)).toBe(billingEmail)
      })

      it('declines a card that the bank refuses', async () => {
        const card = await harness.authorize('4000 0000 0000 0002')
        expect(await confirm(card, await harness.createSetupIntent())).toEqual({
          kind: 'declined',
          declineCode: 'generic_decline',
          message: 'Your card was declined.',
        })
      })
    })

    describe('authenticating a charge', () => {
      it('distinguishes a passed check from a failed one', async () => {
        harness.answerChallenge('fail')
        expect(await payments.authenticate(await harness.createChargeToAuthenticate())).toEqual({
          kind: 'authentication-failed',
          message: expect.stringContaining('unable to authenticate'),
        })
        harness.answerChallenge('pass')
        expect(await payments.authenticate(await harness.createChargeToAuthenticate())).toEqual({
          kind: 'authenticated',
        })
      })

      it('is safe to do again after it has succeeded', async () => {
        harness.answerChallenge('pass')
        const clientSecret = await harness.createChargeToAuthenticate()
        expect(await payments.authenticate(clientSecret)).toEqual({ kind: 'authenticated' })
        expect(await payments.authenticate(clientSecret)).toEqual({ kind: 'authenticated' })
      })
    })

    it('throws PortUnavailable while the provider is unavailable, and continues with the same form afterwards', async () => {
      const clientSecret = await harness.createSetupIntent()
      const charge = await harness.createChargeToAuthenticate()
      const card = await harness.fill(GOOD)
      await harness.fail()
      expect(await payments.validateCard(card)).toEqual({ kind: 'complete' })
      const errors = [confirm(card, clientSecret), payments.authenticate(charge)].map((attempt) =>
        Promise.resolve(attempt).catch((error: unknown) => error),
      )
      for (const thrown of await Promise.all(errors)) {
        expect(thrown).toBeInstanceOf(PortUnavailable)
        expect(thrown).toMatchObject({ port: 'payments' })
      }
      await harness.restore()
      expect(await confirm(card, clientSecret)).toMatchObject({ kind: 'confirmed' })
      harness.answerChallenge('pass')
      expect(await payments.authenticate(charge)).toEqual({ kind: 'authenticated' })
    })
  })
