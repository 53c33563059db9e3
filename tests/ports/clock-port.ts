import { beforeEach, describe, expect, it } from 'vitest'
import type { ClockPort } from '#core/ports/clock.ts'

export type ClockHarness = {
  readonly clock: ClockPort
  /** Lets this many milliseconds pass, at least. */
  pass(milliseconds: number): Promise<void>
}

/** What every clock does. */
export const describeClockPort = (name: string, makeHarness: () => ClockHarness) =>
  describe(`${name} as clock port`, () => {
    let harness: ClockHarness
    let clock: ClockPort

    beforeEach(() => {
      harness = makeHarness()
      clock = harness.clock
    })

    it('returns unique ids that fit into a URL', () => {
      const ids = Array.from({ length: 1000 }, () => clock.randomId())
      expect(new Set(ids).size).toBe(1000)
      for (const id of ids) expect(id).toMatch(/^[\w-]{5,}$/)
    })

    it('returns random numbers from 0 up to but not including 1', () => {
      for (let roll = 0; roll < 1000; roll++) {
        const number = clock.random()
        expect(number).toBeGreaterThanOrEqual(0)
        expect(number).toBeLessThan(1)
      }
    })

    it('ends sleeps in the order in which they are due', async () => {
      const ended: string[] = []
      const sleeps = [
        clock.sleep(60).then(() => ended.push('long')),
        clock.sleep(20).then(() => ended.push('short')),
        clock.sleep(0).then(() => ended.push('none')),
      ]
      await harness.pass(80)
      await Promise.all(sleeps)
      expect(ended).toEqual(['none', 'short', 'long'])
    })

    it('lets time pass while something sleeps', async () => {
      const before = clock.now().getTime()
      const sleep = clock.sleep(20).then(() => clock.now().getTime())
      await harness.pass(40)
      const woken = await sleep
      // Timers may fire a millisecond early.
      expect(woken - before).toBeGreaterThanOrEqual(19)
      expect(clock.now().getTime()).toBeGreaterThanOrEqual(woken)
    })

    it('wakes a sleeper that sleeps again', async () => {
      const twice = (async () => {
        await clock.sleep(10)
        await clock.sleep(10)
        return 'awake'
      })()
      await harness.pass(40)
      expect(await twice).toBe('awake')
    })

    it('returns times that do not change afterwards', async () => {
      const time = clock.now()
      const before = time.getTime()
      await harness.pass(10)
      expect(time.getTime()).toBe(before)
    })
  })
