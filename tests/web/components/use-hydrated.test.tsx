// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { hydrate } from '#web/gatsby/hydrate.ts'
import { useHydrated } from '#web/components/use-hydrated.ts'

const Later = () => <li>{useHydrated() ? 'known at once' : 'unknown'}</li>

const Page = () => {
  const isHydrated = useHydrated()
  return (
    <ul>
      <li>{isHydrated ? 'known' : 'unknown'}</li>
      {isHydrated && <Later />}
    </ul>
  )
}

it('useHydrated returns false on the server and in the first render, and true from then on', async () => {
  const mismatches = vi.spyOn(console, 'error')
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(<Page />)
  expect(container.textContent).toBe('unknown')
  hydrate(<Page />, container)
  await expect.poll(() => container.textContent).toBe('knownknown at once')
  expect(mismatches).not.toHaveBeenCalled()
})
