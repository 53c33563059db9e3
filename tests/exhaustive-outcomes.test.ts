import { expect, it } from 'vitest'
import { plantOutcomes } from './support/planted-outcomes.ts'

it('the check fails when any outcome union of core gains a member that nothing handles', async () => {
  const { unions, noticed } = await plantOutcomes()
  expect(unions.length).toBeGreaterThan(40)
  expect(noticed).toEqual(unions)
})
