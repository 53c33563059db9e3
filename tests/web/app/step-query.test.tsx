// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStepQuery } from '#web/app/step-query.ts'

afterEach(cleanup)

beforeEach(() => window.history.replaceState(null, '', '/sign-up/survey?ref=mail&step=1'))

const open = () => renderHook(() => useStepQuery('/sign-up/survey', null)).result

describe('the step of the URL', () => {
  it('is shown at once, and has its history entry once it is painted', async () => {
    const query = open()
    const before = window.history.length
    act(() => query.current.go('2'))
    expect(query.current.step).toBe('2')
    expect(window.history.length).toBe(before)
    await expect.poll(() => window.location.search).toBe('?ref=mail&step=2')
    expect(window.history.length).toBe(before + 1)
    expect(window.history.state).toMatchObject({ cameFrom: '1' })
  })

  it('has an entry for each of two steps gone to within one frame', async () => {
    const query = open()
    const before = window.history.length
    act(() => {
      query.current.go('2')
      query.current.go('3')
    })
    expect(query.current.step).toBe('3')
    await expect.poll(() => window.location.search).toBe('?ref=mail&step=3')
    expect(window.history.length).toBe(before + 2)
    expect(window.history.state).toMatchObject({ cameFrom: '2' })
  })

  it('is replaced after the entry it is to replace was written', () => {
    const query = open()
    const before = window.history.length
    act(() => {
      query.current.go('9')
      query.current.replace('3')
    })
    expect(window.location.search).toBe('?ref=mail&step=3')
    expect(window.history.length).toBe(before + 1)
    expect(query.current.step).toBe('3')
  })

  it('goes back over the entry just gone to, be it written or not', () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    const query = open()
    act(() => query.current.go('2'))
    act(() => query.current.goBack('1'))
    expect(back).toHaveBeenCalledOnce()
    expect(window.location.search).toBe('?ref=mail&step=2')
  })

  it('leaves no entry on a page that was gone to within the frame', async () => {
    const query = open()
    act(() => query.current.go('2'))
    window.history.pushState(null, '', '/sign-in')
    const before = window.history.length
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
    expect(window.location.pathname).toBe('/sign-in')
    expect(window.history.length).toBe(before)
    expect(query.current.isShown()).toBe(false)
  })

  it('leaves the address alone that belongs to another page, as when one comes late that was left already', () => {
    window.history.replaceState(null, '', '/sign-up/money-belief?step=16')
    const query = open()
    act(() => query.current.replace('result'))
    act(() => query.current.go('2'))
    expect(window.location.pathname + window.location.search).toBe('/sign-up/money-belief?step=16')
    expect(query.current.step).toBeNull()
  })
})
