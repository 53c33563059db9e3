import { describe, expect, it } from 'vitest'
import { internalErrors } from '#core/model/internal-errors.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const phone = '+442079460958'

const signedUp = async () => {
  const world = inMemory()
  await signUpAda(world)
  return world
}

const codeOf = ({ auth }: ReturnType<typeof inMemory>) => auth.textMessages.at(-1)?.code ?? ''

describe('sendEnrolmentCode', () => {
  it('texts a code to a phone as people write it, as often as asked', async () => {
    const { app, auth } = await signedUp()
    expect(await app.sendEnrolmentCode('+44 (0)20 7946 0958')).toEqual({ kind: 'sent' })
    expect(await app.sendEnrolmentCode('+44 20 7946 0958')).toEqual({ kind: 'sent' })
    expect(auth.textMessages.map(({ to }) => to)).toEqual([phone, phone])
  })

  it('returns why no code was sent', async () => {
    const { app, auth } = await signedUp()
    expect(await app.sendEnrolmentCode('+44')).toEqual({ kind: 'invalid-phone' })
    auth.ageSignIn()
    expect(await app.sendEnrolmentCode(phone)).toEqual({ kind: 'recent-login-required' })
  })

  it('throws when nobody is signed in', async () => {
    await expect(inMemory().app.sendEnrolmentCode(phone)).rejects.toThrow(
      internalErrors.userNotFound,
    )
  })
})

describe('enrolSecondFactor', () => {
  it('makes the phone the second factor, ignoring spaces around the code', async () => {
    const world = await signedUp()
    await world.app.sendEnrolmentCode(phone)
    expect(await world.app.listSecondFactors()).toEqual([])
    expect(await world.app.enrolSecondFactor(` ${codeOf(world)} `)).toEqual({ kind: 'enrolled' })
    expect(await world.app.listSecondFactors()).toMatchObject([{ phone }])
  })

  it('returns wrong-code for another code', async () => {
    const world = await signedUp()
    await world.app.sendEnrolmentCode(phone)
    expect(await world.app.enrolSecondFactor('0')).toEqual({ kind: 'wrong-code' })
  })

  it('throws when nobody is signed in', async () => {
    await expect(inMemory().app.enrolSecondFactor('100000')).rejects.toThrow(
      internalErrors.userNotFound,
    )
  })
})
