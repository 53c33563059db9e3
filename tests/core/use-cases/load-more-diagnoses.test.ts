import { describe, expect, it } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { saveMany } from '#tests/support/save-many.ts'

describe('loadMoreDiagnoses', () => {
  it('returns the diagnoses after the first page', async () => {
    const world = inMemory()
    await signUpAda(world)
    await saveMany(world.adminApi, 51)
    const { items, nextCursor } = await world.adminApi.diagnoses()
    const { items: older, nextCursor: end } = await world.app.loadMoreDiagnoses(nextCursor ?? '')
    expect(older.map(({ id }) => id)).toEqual(['diagnosis-1'])
    expect(items.map(({ id }) => id)).not.toContain('diagnosis-1')
    expect(end).toBeNull()
  })
})
