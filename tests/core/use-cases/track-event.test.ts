import { describe, expect, it } from 'vitest'
import { trackEvent } from '#core/use-cases/track-event.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('trackEvent', () => {
  it('passes the event on', () => {
    const { app, analytics } = inMemory()
    const event = { name: 'web_page_viewed', properties: { path: '/', title: 'Home', referrer: '' } } as const
    app.trackEvent(event)
    expect(analytics.events).toEqual([event])
  })

  it('passes on the moment at which an earlier event happened', () => {
    const { analytics } = inMemory()
    const given: unknown[] = []
    const event = { name: 'web_link_clicked', properties: { label: 'Start', href: '/', place: 'header' } } as const
    const moment = { time: 5, path: '/', firstTouch: null, lastTouch: null }
    trackEvent({ analytics: { ...analytics, track: (...parameters) => void given.push(parameters) } })(event, moment)
    expect(given).toEqual([[event, moment]])
  })
})
