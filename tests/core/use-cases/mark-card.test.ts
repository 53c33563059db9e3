import { expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

it('markCard makes the form check its fields, and sends nothing', async () => {
  const { app, payments } = inMemory()
  const validate = vi.spyOn(payments, 'validateCard')
  const card = memoryCard('')
  await app.markCard(card)
  expect(validate).toHaveBeenCalledExactlyOnceWith(card)
  expect(payments.confirmations).toEqual([])
})
