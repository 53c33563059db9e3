// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { defaultFlags } from '#core/model/feature-flags.ts'
import { analyticsKeys, OPT_OUT_KEY } from '#core/model/tracking-consent.ts'
import { StorageProvider } from '#web/stores/storage.tsx'
import { isTrackingAllowed } from '#web/analytics/tracking-consent.ts'
import { AnalyticsSwitch } from '#web/screens/legal/analytics-switch.tsx'

// The button component imports Gatsby's Link, which this switch does not render.
vi.mock('gatsby', () => ({ Link: 'a' }))

let storage = createMemoryStorage()

const renderSwitch = () =>
  render(
    <StorageProvider storage={storage}>
      <AnalyticsSwitch />
    </StorageProvider>,
  )

const isAllowed = () => isTrackingAllowed(defaultFlags, window.navigator, storage)

const withSignal = (name: 'doNotTrack' | 'globalPrivacyControl', value: unknown) =>
  Object.defineProperty(window.navigator, name, { value, configurable: true })

describe('the analytics switch', () => {
  beforeEach(() => {
    storage = createMemoryStorage()
    withSignal('doNotTrack', null)
    withSignal('globalPrivacyControl', undefined)
  })
  afterEach(cleanup)

  it('turns analytics off and on again', async () => {
    renderSwitch()
    expect(screen.getByText('Analytics is on in this browser.')).toBeTruthy()
    expect(isAllowed()).toBe(true)

    await userEvent.click(screen.getByRole('button', { name: 'Turn analytics off' }))
    expect(screen.getByText('You turned it off here.')).toBeTruthy()
    expect(isAllowed()).toBe(false)

    await userEvent.click(screen.getByRole('button', { name: 'Turn analytics on' }))
    expect(screen.getByText('Analytics is on in this browser.')).toBeTruthy()
    expect(isAllowed()).toBe(true)
  })

  it('shows where the visitor came from, and forgets all analytics data when turned off', async () => {
    const attribution = {
      firstTouch: { source: 'paper', campaign: 'spring' },
      lastTouch: { source: 'search' },
    }
    for (const key of Object.values(analyticsKeys)) storage.write(key, JSON.stringify(attribution))
    renderSwitch()
    for (const word of ['paper', 'spring', 'search']) expect(screen.getByText(word)).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Turn analytics off' }))
    expect(screen.queryByText('paper')).toBeNull()
    expect(screen.getByText(/^We keep nothing about this/)).toBeTruthy()
    expect(Object.keys(storage.entries())).toEqual([OPT_OUT_KEY])
  })

  it.each([
    ['doNotTrack', '1', 'Your browser sends Do Not Track.'],
    ['globalPrivacyControl', true, 'Your browser sends Global Privacy Control.'],
  ] as const)('says that %s already keeps analytics off', (name, value, words) => {
    withSignal(name, value)
    renderSwitch()
    expect(screen.getByText('Analytics is off in this browser.')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('follows a choice made in another tab', async () => {
    renderSwitch()
    storage.otherTab().write(OPT_OUT_KEY, '1')
    expect(await screen.findByText('You turned it off here.')).toBeTruthy()
  })

  it('says that the browser cannot store the choice', async () => {
    storage.fail()
    renderSwitch()
    await userEvent.click(screen.getByRole('button', { name: 'Turn analytics off' }))
    expect(screen.getByText(/won’t let the site save your choice/)).toBeTruthy()
    expect(screen.getByText('Analytics is on in this browser.')).toBeTruthy()
  })
})
