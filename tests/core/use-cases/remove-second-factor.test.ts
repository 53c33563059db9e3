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

describe('removeSecondFactor', () => {
  it('leaves the account without the phone', async () => {
    const world = await signedUp()
    await world.app.sendEnrolmentCode(phone)
    await world.app.enrolSecondFactor(codeOf(world))
    const [factor] = await world.app.listSecondFactors()
    expect(await world.app.removeSecondFactor(factor?.id ?? '')).toEqual({ kind: 'removed' })
    expect(await world.app.listSecondFactors()).toEqual([])
  })

  it('throws when nobody is signed in', async () => {
    await expect(inMemory().app.removeSecondFactor('phone-1')).rejects.toThrow(
      internalErrors.userNotFound,
    )
  })
})
