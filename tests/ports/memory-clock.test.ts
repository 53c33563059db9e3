import { describe, expect, it } from 'vitest'
import { createMemoryClock } from '#adapters/memory/memory-clock.ts'
import { describeClockPort } from './clock-port.ts'

describeClockPort('memory', () => {
  const clock = createMemoryClock()
  return { clock, pass: clock.advance }
})

describe('the memory clock', () => {
  it('stands still until it is moved', async () => {
    const clock = createMemoryClock(new Date('2026-03-01T12:00:00Z'))
    const asleep = clock.sleep(100)
    await clock.advance(99)
    expect(clock.sleeping).toBe(1)
    expect(clock.now()).toEqual(new Date('2026-03-01T12:00:00.099Z'))
    await clock.advance(1)
    await asleep
    expect(clock.sleeping).toBe(0)
  })

  it('wakes each sleeper when it is due', async () => {
    const clock = createMemoryClock(new Date(0))
    const moments: number[] = []
    const beat = async () => {
      for (let beats = 0; beats < 3; beats++) {
        await clock.sleep(1000)
        moments.push(clock.now().getTime())
      }
    }
    void beat()
    await clock.advance(10_000)
    expect(moments).toEqual([1000, 2000, 3000])
  })

  it('returns the given random numbers over and over', () => {
    const clock = createMemoryClock()
    clock.rollDice(0.1, 0.9)
    expect([clock.random(), clock.random(), clock.random()]).toEqual([0.1, 0.9, 0.1])
  })
})
