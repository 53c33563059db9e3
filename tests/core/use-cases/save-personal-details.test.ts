import { describe, expect, it } from 'vitest'
import { birthYears } from '#core/use-cases/save-personal-details.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'

describe('savePersonalDetails', () => {
  it('returns the profile with the details', async () => {
    const world = inMemory()
    await signUpAda(world)
    const details = { firstName: 'Ada', lastName: 'Lovelace', birthYear: 1990 }
    expect(await world.app.savePersonalDetails(details)).toMatchObject({
      kind: 'updated',
      profile: details,
    })
  })

  it('returns invalid with the field that the admin API refuses', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.savePersonalDetails({ birthYear: 2020 })).toMatchObject({
      kind: 'invalid',
      errors: [{ path: 'birthYear' }],
    })
  })
})

describe('birthYears', () => {
  it('spans the ages from 18 to 120', () => {
    expect(birthYears(new Date('2026-12-31T23:59:59Z'))).toEqual({ min: 1906, max: 2008 })
  })
})
