import { describe, expect, it, vi } from 'vitest'
import { watchResolvingRoute } from '#web/gatsby/resolving-route.ts'

/** A page of the site whose router shows a page when the test calls `arrive`. */
const aPage = () => {
  const states: boolean[] = []
  const location = { pathname: '/', href: 'https://evenkeel.example/' }
  const navigate = vi.fn<(to: string | number, options?: object) => void>()
  const target = new EventTarget()
  const page = {
    addEventListener: target.addEventListener.bind(target),
    location,
    ___navigate: navigate,
  } as unknown as Window
  const route = watchResolvingRoute(page, {
    start: () => states.push(true),
    stop: () => states.push(false),
  })
  route.watchMoves()
  const arrive = (pathname: string) => {
    Object.assign(location, { pathname, href: `https://evenkeel.example${pathname}` })
    route.show(pathname)
  }
  const goBackTo = (pathname: string) => {
    Object.assign(location, { pathname, href: `https://evenkeel.example${pathname}` })
    target.dispatchEvent(new Event('popstate'))
  }
  return { page, navigate, states, arrive, goBackTo }
}

describe('the state of the route', () => {
  it('is resolving after a followed link until the page of the link is shown', () => {
    const { page, navigate, states, arrive } = aPage()
    page.___navigate?.('/press?a=1#b', { replace: true })
    expect(navigate).toHaveBeenCalledWith('/press?a=1#b', { replace: true })
    expect(states).toEqual([true])
    arrive('/press')
    expect(states).toEqual([true, false])
  })

  it('is resolving after Back until the previous page is shown', () => {
    const { states, arrive, goBackTo } = aPage()
    arrive('/press')
    goBackTo('/')
    expect(states).toEqual([false, true])
    arrive('/')
    expect(states).toEqual([false, true, false])
  })

  it.each(['/', '/?step=2', '/#plans', '#plans', -1])(
    'is not resolving for a move within the page: %s',
    (to) => {
      const { page, states } = aPage()
      page.___navigate?.(to)
      expect(states).toEqual([])
    },
  )
})
