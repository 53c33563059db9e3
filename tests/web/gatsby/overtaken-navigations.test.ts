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
    comeAlive: (path: string) => {
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
  it('is left to the router when each page has loaded', () => {
    const page = aPage('/a')
    page.comeAlive('/a')
    for (const path of ['/b', '/a', '/c']) {
      page.goTo(path)
      page.show(path)
    }
    expect(page.heard).toHaveBeenCalledTimes(3)
    expect(page.reload).not.toHaveBeenCalled()
  })

  it.each([
    ['is the router’s as long as the path stays', ['/a', '/b', '/b'], { heard: 3, reloads: 0 }],
    [
      'loads the page of the address where it overtakes one that is still on its way',
      ['/b', '/a'],
      { heard: 1, reloads: 1 },
    ],
  ])('%s', (_, paths, { heard, reloads }) => {
    const page = aPage('/a')
    page.comeAlive('/a')
    for (const path of paths) page.goTo(path)
    expect(page.heard).toHaveBeenCalledTimes(heard)
    expect(page.reload).toHaveBeenCalledTimes(reloads)
  })

  it('loads the page when a link overtakes', () => {
    const page = aPage('/a')
    page.comeAlive('/a')
    page.goTo('/b')
    page.show('/c')
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['loads it, too, before the first page is hydrated', '/b', '', 1],
    ['loads it for another query then, which has data of its own', '/a', '?step=2', 1],
    ['leaves the first page be where only the hash changes', '/a', '', 0],
  ])('%s', (_, path, search, reloads) => {
    const page = aPage('/a')
    page.goTo(path, search)
    expect(page.reload).toHaveBeenCalledTimes(reloads)
  })

  it('loads the page when the first one is shown but the router does not listen yet', () => {
    const page = aPage('/a')
    page.show('/a')
    page.goTo('/b')
    expect(page.heard).not.toHaveBeenCalled()
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  it('uses the address that the first page sets', () => {
    const page = aPage('/a/')
    page.comeAlive('/a')
    expect(page.reload).not.toHaveBeenCalled()
  })
})
