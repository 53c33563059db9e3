// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { watchMissingCode } from '#web/shell/missing-code.ts'

afterEach(() => document.head.replaceChildren())

const origin = 'https://evenkeel.example'

/** A page whose scripts the server answers with this status; its history entry has this `state`. */
const aPage = (status: number, state: unknown = null) => {
  const reload = vi.fn<() => void>()
  const history = { state, replaceState: (next: unknown) => (history.state = next) }
  const ask = vi.fn<typeof fetch>(async () => new Response(null, { status }))
  const events = new EventTarget()
  watchMissingCode(
    {
      addEventListener: events.addEventListener.bind(events),
      history,
      location: { origin, reload },
    } as unknown as Window,
    ask,
  )
  const miss = async (
    address: string,
    element: HTMLElement = Object.assign(document.createElement('script'), { src: address }),
  ) => {
    const event = new Event('error')
    Object.defineProperty(event, 'target', { value: element })
    events.dispatchEvent(event)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return { miss, reload, ask, history }
}

it.each([404, 410])('a page reloads once for a script that is gone (%i)', async (status) => {
  const { miss, reload, history } = aPage(status, { key: 'kept' })
  await miss(`${origin}/forms-1.js`)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(history.state).toMatchObject({ key: 'kept' })
  const after = aPage(status, history.state)
  await after.miss(`${origin}/forms-1.js`)
  expect(after.reload).not.toHaveBeenCalled()
})

it('a page reloads for a style sheet that is gone', async () => {
  const { miss, reload } = aPage(404)
  await miss(
    '',
    Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: `${origin}/forms-1.css`,
    }),
  )
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a page does not reload after a 503, which the caller of the import handles', async () => {
  const { miss, reload } = aPage(503)
  await miss(`${origin}/forms-1.js`)
  expect(reload).not.toHaveBeenCalled()
})

it('a page ignores missing files of other sites, and missing images', async () => {
  const { miss, ask } = aPage(404)
  await miss('https://js.stripe.example/v3')
  await miss('', Object.assign(document.createElement('img'), { src: `${origin}/picture.png` }))
  expect(ask).not.toHaveBeenCalled()
})
