import { expect, it, vi } from 'vitest'
import { loadOnce } from '#adapters/browser/load-once.ts'

it('loads with the first call, and gives every call the same', async () => {
  const work = vi.fn<() => Promise<string>>().mockResolvedValue('part')
  const load = loadOnce(work)
  expect(work).not.toHaveBeenCalled()
  expect(await Promise.all([load(), load()])).toEqual(['part', 'part'])
  expect(await load()).toBe('part')
  expect(work).toHaveBeenCalledOnce()
})

it('loads again after a failure', async () => {
  const failure = new Error('offline')
  const load = loadOnce(
    vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure).mockResolvedValue('part'),
  )
  await expect(load()).rejects.toBe(failure)
  expect(await load()).toBe('part')
})
