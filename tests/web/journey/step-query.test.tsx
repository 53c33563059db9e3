// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStepQuery } from '#web/journey/step-query.ts'
import { formValue, useAccountForm } from '#web/screens/your-account/use-account-form.ts'

afterEach(cleanup)

beforeEach(() => window.history.replaceState(null, '', '/sign-up/survey?ref=mail&step=1'))

const open = () => renderHook(() => useStepQuery('/sign-up/survey', null)).result

describe('the step of the URL', () => {
  it('has a history entry of its own', () => {
    const query = open()
    const before = window.history.length
    act(() => query.current.go('2'))
    expect(query.current.step).toBe('2')
    expect(window.location.search).toBe('?ref=mail&step=2')
    expect(window.history.length).toBe(before + 1)
    expect(window.history.state).toMatchObject({ cameFrom: '1' })
  })

  it('has a history entry for each of two steps opened in one update', () => {
    const query = open()
    const before = window.history.length
    act(() => {
      query.current.go('2')
      query.current.go('3')
    })
    expect(query.current.step).toBe('3')
    expect(window.location.search).toBe('?ref=mail&step=3')
    expect(window.history.length).toBe(before + 2)
    expect(window.history.state).toMatchObject({ cameFrom: '2' })
  })

  it('can be replaced in its history entry, which still records the step before', () => {
    const query = open()
    const before = window.history.length
    act(() => {
      query.current.go('9')
      query.current.replace('3')
    })
    expect(window.location.search).toBe('?ref=mail&step=3')
    expect(window.history.length).toBe(before + 1)
    expect(window.history.state).toMatchObject({ cameFrom: '1' })
    expect(query.current.step).toBe('3')
  })

  it('follows Back within the page without notifying the router', () => {
    const query = open()
    const router = vi.fn<() => void>()
    window.addEventListener('popstate', router)
    act(() => query.current.go('2'))
    window.history.replaceState(null, '', '/sign-up/survey?ref=mail&step=1')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    expect(query.current.step).toBe('1')
    expect(router).not.toHaveBeenCalled()
    window.removeEventListener('popstate', router)
  })

  it('goes back by one history entry for two clicks on Back', () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    const query = open()
    act(() => query.current.go('2'))
    act(() => query.current.goBack('1'))
    act(() => query.current.goBack('1'))
    expect(back).toHaveBeenCalledOnce()
    expect(window.location.search).toBe('?ref=mail&step=2')
  })

  it('does not change the URL once the visitor is on another page', () => {
    window.history.replaceState(null, '', '/sign-up/money-belief?step=16')
    const query = open()
    act(() => query.current.replace('result'))
    act(() => query.current.go('2'))
    expect(window.location.pathname + window.location.search).toBe('/sign-up/money-belief?step=16')
    expect(query.current.step).toBeNull()
  })
})

describe('a query parameter other than the step', () => {
  const openForm = () => renderHook(() => useStepQuery('/account', null, formValue)).result

  it('is removed by going back to the entry it was opened from, only once for two clicks', () => {
    window.history.replaceState(null, '', '/account')
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    back.mockClear()
    const query = openForm()
    act(() => query.current.go('card'))
    expect(window.location.search).toBe('?card=another')
    act(() => query.current.leave())
    act(() => query.current.leave())
    expect(back).toHaveBeenCalledOnce()
  })

  it('is removed by going back to the value that it replaced', () => {
    window.history.replaceState(null, '', '/account')
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    back.mockClear()
    const query = openForm()
    act(() => query.current.go('plan'))
    act(() => query.current.go('card'))
    expect(window.location.search).toBe('?card=another')
    expect(window.history.state).toMatchObject({ cameFrom: 'plan' })
    act(() => query.current.leave())
    expect(back).toHaveBeenCalledOnce()
  })

  it('is removed in place when the page was opened with it', () => {
    window.history.replaceState({ key: '1' }, '', '/account?card=another&ref=mail')
    const query = openForm()
    const before = window.history.length
    act(() => query.current.leave())
    expect(query.current.step).toBeNull()
    expect(window.location.search).toBe('?ref=mail')
    expect(window.history.length).toBe(before)
    act(() => query.current.go('card'))
    act(() => query.current.replace('card'))
    expect(window.location.search).toBe('?ref=mail&card=another')
  })

  it('causes no navigation when its form closes after it was removed', () => {
    window.history.replaceState({ cameFrom: null }, '', '/account')
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    back.mockClear()
    const form = renderHook(() => useAccountForm()).result
    act(() => form.current.close())
    expect(back).not.toHaveBeenCalled()
    expect(window.history.state).toEqual({ cameFrom: null })
  })

  it('leaves no question mark in the URL when it is removed', () => {
    window.history.replaceState(null, '', '/account?card=another')
    const query = openForm()
    act(() => query.current.leave())
    expect(window.location.href.endsWith('/account')).toBe(true)
  })
})
