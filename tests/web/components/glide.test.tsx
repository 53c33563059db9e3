// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Glide } from '#web/components/glide.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const LINE = 20

/**
 * Lays a page out, a line for each paragraph, which happy-dom doesn't, and notes what is animated and how. What is animated
 * takes its parts along, so that nothing's place can be told from then on.
 */
const layOut = ({ isStill }: { isStill: boolean }) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
  const animated: [string, unknown][] = []
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (animated.length > 0) throw new Error('Read after something was led.')
    const first = this.matches('p') ? this : this.querySelector('p')
    return { top: first ? [...document.querySelectorAll('p')].indexOf(first) * LINE : 0 } as DOMRect
  })
  Element.prototype.animate = function (this: Element, keyframes) {
    animated.push([this.id, keyframes])
    return {} as Animation
  }
  return animated
}

const page = (answer: string | null) => (
  <main>
    <p id="above" />
    <Glide at={answer}>{answer && <p id="answer">{answer}</p>}</Glide>
    <div id="below">
      <p id="within" />
    </div>
  </main>
)

describe('what a late answer moves', () => {
  it('is led from where it was, as a whole, and the answer fades in', () => {
    const animated = layOut({ isStill: false })
    const { rerender } = render(page(null))
    rerender(page('No.'))
    expect(animated).toEqual([
      ['answer', { opacity: [0, 1] }],
      ['below', { translate: ['0 -20px', '0 0'] }],
    ])
  })

  it('is led back when the answer goes', () => {
    const animated = layOut({ isStill: false })
    const { rerender } = render(page('No.'))
    rerender(page(null))
    expect(animated).toEqual([['below', { translate: ['0 20px', '0 0'] }]])
  })

  it('fades in at its new place where less motion is asked for', () => {
    const animated = layOut({ isStill: true })
    const { rerender } = render(page(null))
    rerender(page('No.'))
    expect(animated).toEqual([
      ['answer', { opacity: [0, 1] }],
      ['below', { opacity: [0, 1] }],
    ])
  })

  it('stays as it is while the answer does', () => {
    const animated = layOut({ isStill: false })
    const { rerender } = render(page('No.'))
    rerender(page('No.'))
    expect(animated).toEqual([])
  })
})
