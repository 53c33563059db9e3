// @vitest-environment happy-dom
import { useEffect, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeOver } from '#web/app/take-over.ts'
import { HydratedProvider, useHydrated, useHydratedAtOnce } from '#web/app/use-hydrated.tsx'

const Word = () => <li>{useHydrated() ? 'known' : 'unknown'}</li>

const words = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)

const turn = () => new Promise((resolve) => setTimeout(resolve))

const serve = (page: ReactNode, onHydrated?: () => void) => {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const provided = <HydratedProvider {...(onHydrated && { onHydrated })}>{page}</HydratedProvider>
  container.innerHTML = renderToString(provided)
  return () => takeOver(provided, container)
}

beforeEach(() => {
  document.body.replaceChildren()
})

describe('what the device remembers', () => {
  it('is unknown on the server and to the first render, and known from then on', async () => {
    const mismatches = vi.spyOn(console, 'error')
    const begin = serve(<Word />)
    expect(words()).toEqual(['unknown'])
    begin()
    await expect.poll(words).toEqual(['known'])
    expect(mismatches).not.toHaveBeenCalled()
  })

  it('is known at once to what comes later', async () => {
    const seen: boolean[] = []
    const Late = () => {
      seen.push(useHydrated())
      return null
    }
    const Page = () => (useHydrated() ? <Late /> : null)
    serve(<Page />)()
    await expect.poll(() => seen).toEqual([true])
  })

  it('is shown in pieces, and lets the browser have its turns meanwhile', async () => {
    /** Takes two milliseconds. */
    const work = vi.fn<() => void>(() => {
      for (const until = performance.now() + 2; performance.now() < until; ) continue
    })
    const Row = () => {
      if (!useHydrated()) return null
      work()
      return <li>known</li>
    }
    serve(Array.from({ length: 30 }, (_, index) => <Row key={index} />))()
    const turns = new Set<number>()
    while (work.mock.calls.length < 30) {
      await turn()
      turns.add(work.mock.calls.length)
    }
    expect(turns.size).toBeGreaterThan(3)
    await expect.poll(words).toHaveLength(30)
  })

  it('is known as soon as the page is taken over where what was served can be used', async () => {
    const shown: boolean[] = []
    const Page = () => {
      const isHydrated = useHydratedAtOnce()
      useLayoutEffect(() => {
        shown.push(isHydrated)
      }, [isHydrated])
      return null
    }
    serve(<Page />)()
    await expect.poll(() => shown).toEqual([true])
  })

  it('is told to the page once, after what the page does with it itself', async () => {
    const heard: string[] = []
    const Page = () => {
      const isHydrated = useHydrated()
      useEffect(() => {
        heard.push(isHydrated ? 'page knows' : 'page is taken over')
      }, [isHydrated])
      return null
    }
    serve(<Page />, () => heard.push('told'))()
    await expect.poll(() => heard).toEqual(['page is taken over', 'page knows', 'told'])
    await turn()
    expect(heard).toHaveLength(3)
  })
})
