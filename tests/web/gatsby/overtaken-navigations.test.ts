import { describe, expect, it, vi } from 'vitest'
import { watchOvertakenNavigations } from '#web/gatsby/overtaken-navigations.ts'

const aPage = (pathname: string) => {
  const location = { pathname, search: '', reload: vi.fn<() => void>() }
  const events = new EventTarget()
  const moves = watchOvertakenNavigations({
    location,
    addEventListener: events.addEventListener.bind(events) as never,
  })
  const heard = vi.fn<() => void>()
  events.addEventListener('popstate', heard)
  return {
    heard,
    reload: location.reload,
    show: moves.show,
    hydrate: (path: string) => {
      moves.show(path)
      moves.routerListens()
    },
    goTo: (path: string, search = '') => {
      Object.assign(location, { pathname: path, search })
      events.dispatchEvent(new Event('popstate'))
    },
  }
}

describe('going back and forth', () => {
  it('is left to the router when each page has loaded before the next move', () => {
    const page = aPage('/a')
    page.hydrate('/a')
    for (const path of ['/b', '/a', '/c']) {
      page.goTo(path)
      page.show(path)
    }
    expect(page.heard).toHaveBeenCalledTimes(3)
    expect(page.reload).not.toHaveBeenCalled()
  })

  it.each([
    [
      'is left to the router while the path stays the same',
      ['/a', '/b', '/b'],
      { heard: 3, reloads: 0 },
    ],
    [
      'reloads the page when the page of the previous move is still loading',
      ['/b', '/a'],
      { heard: 1, reloads: 1 },
    ],
  ])('%s', (_, paths, { heard, reloads }) => {
    const page = aPage('/a')
    page.hydrate('/a')
    for (const path of paths) page.goTo(path)
    expect(page.heard).toHaveBeenCalledTimes(heard)
    expect(page.reload).toHaveBeenCalledTimes(reloads)
  })

  it('reloads the page when a followed link’s page is shown before the page gone back to', () => {
    const page = aPage('/a')
    page.hydrate('/a')
    page.goTo('/b')
    page.show('/c')
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['reloads the page before the first page is hydrated', '/b', '', 1],
    [
      'reloads the page before hydration for another query, which has its own data',
      '/a',
      '?step=2',
      1,
    ],
    ['does not reload the page before hydration when only the hash changes', '/a', '', 0],
  ])('%s', (_, path, search, reloads) => {
    const page = aPage('/a')
    page.goTo(path, search)
    expect(page.reload).toHaveBeenCalledTimes(reloads)
  })

  it('reloads the page when the first page is shown but the router does not listen yet', () => {
    const page = aPage('/a')
    page.show('/a')
    page.goTo('/b')
    expect(page.heard).not.toHaveBeenCalled()
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  it('does not cause a reload when the first page’s address differs only in a trailing slash', () => {
    const page = aPage('/a/')
    page.hydrate('/a')
    expect(page.reload).not.toHaveBeenCalled()
  })
})
