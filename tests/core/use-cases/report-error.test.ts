import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('reportError', () => {
  it('passes on the error with its context', () => {
    const { app, errorReporter } = inMemory()
    const error = new TypeError('bug')
    app.reportError(error, { place: 'boundary' })
    expect(errorReporter.reports).toEqual([{ error, context: { place: 'boundary' } }])
  })
})
