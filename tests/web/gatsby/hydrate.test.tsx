// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hydrate } from '#web/gatsby/hydrate.ts'

const rows = Array.from({ length: 30 }, (_, index) => index)

/** Takes two milliseconds. */
const work = vi.fn<() => void>(() => {
  for (const until = performance.now() + 2; performance.now() < until;) continue
})

const Row = ({ row }: { row: number }) => {
  work()
  return <li>{row}</li>
}

const list = (
  <ul>
    {rows.map((row) => (
      <Row key={row} row={row} />
    ))}
  </ul>
)

const turn = () => new Promise((resolve) => setTimeout(resolve))

let container: HTMLElement

beforeEach(() => {
  container = document.createElement('div')
  document.body.replaceChildren(container)
})

describe('hydrating a page', () => {
  it('keeps the server’s markup, and yields to the browser while it renders', async () => {
    container.innerHTML = renderToString(list)
    const first = container.querySelector('li')
    work.mockClear()
    hydrate(list, container)
    const turns = new Set<number>()
    while (work.mock.calls.length < rows.length) {
      await turn()
      turns.add(work.mock.calls.length)
    }
    expect(turns.size).toBeGreaterThan(3)
    expect(container.querySelector('li')).toBe(first)
    expect(container.querySelectorAll('li')).toHaveLength(rows.length)
  })

  it('renders the page when there is no server markup', async () => {
    hydrate(list, container)
    await expect.poll(() => container.querySelectorAll('li').length).toBe(rows.length)
  })
})
