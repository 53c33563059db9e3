import { describe, expect, it } from 'vitest'
import { leadOf } from '#core/model/server-time.ts'

const device = new Date('2026-11-21T12:00:00Z')
const ahead = (milliseconds: number) => new Date(device.getTime() + milliseconds)

describe('the lead of the server clock', () => {
  it('is taken from the first response, whether ahead or behind', () => {
    expect(leadOf(null, ahead(5000), device)).toBe(5000)
    expect(leadOf(null, ahead(-5000), device)).toBe(-5000)
  })

  it('grows only when a response shows it to be more than a second larger', () => {
    expect(leadOf(5000, ahead(6001), device)).toBe(6001)
    expect(leadOf(5000, ahead(6000), device)).toBe(5000)
    expect(leadOf(5000, ahead(-60_000), device)).toBe(5000)
  })
})
