import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { despiteConflicts } from '#admin-api/data/despite-conflicts.ts'

const conflict = Object.assign(new Error('Rolled back.'), { code: '40001' })

test('work that keeps conflicting is retried twenty times, with jitter even before the last retry', async () => {
  const started: number[] = []
  const working = despiteConflicts(async () => {
    started.push(performance.now())
    throw conflict
  })
  await expect(working).rejects.toBe(conflict)
  expect(started).toHaveLength(21)
  const pauses = started.slice(1).map((moment, index) => moment - started[index]!)
  const capped = pauses.slice(7)
  expect(Math.max(...capped) - Math.min(...capped)).toBeGreaterThan(50)
})

test('work that fails for a reason other than a conflict is not retried', async () => {
  let count = 0
  const working = despiteConflicts(async () => {
    count += 1
    throw new Error('Wrong.')
  })
  await expect(working).rejects.toThrow('Wrong.')
  expect(count).toBe(1)
})
