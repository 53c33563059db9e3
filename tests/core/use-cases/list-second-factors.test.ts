import { describe, expect, it } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const phone = '+442079460958'

describe('listSecondFactors', () => {
  it('returns the enrolled phone', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.listSecondFactors()).toEqual([])
    await world.app.sendEnrolmentCode(phone)
    await world.app.enrolSecondFactor(world.auth.textMessages.at(-1)?.code ?? '')
    expect(await world.app.listSecondFactors()).toMatchObject([{ phone }])
  })

  it('returns no phone when nobody is signed in', async () => {
    expect(await inMemory().app.listSecondFactors()).toEqual([])
  })
})
