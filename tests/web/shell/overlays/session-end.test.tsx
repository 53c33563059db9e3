// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { routes, signInPath } from '#core/model/routes.ts'
import { signUpAda, inMemory } from '#tests/support/memory-ports.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { useAccountAccess } from '#web/screens/your-account/use-account-access.ts'
import { RunningOverlays } from '#web/shell/overlays/running-overlays.tsx'

vi.mock('gatsby', () => ({ Link: () => null, navigate: vi.fn<() => void>() }))

beforeEach(() => void vi.mocked(navigate).mockClear())

const Account = observer(() => useAccountAccess(null))

const aPageOfAda = async () => {
  const ports = inMemory()
  await signUpAda(ports)
  return aPageLoad(ports)
}

describe('a session that ends', () => {
  it('leads from the account to sign-in once, and replaces the account in the history', async () => {
    const page = await aPageOfAda()
    window.history.replaceState(null, '', routes.account)
    showScreen(
      page,
      <>
        <Account />
        <RunningOverlays path={routes.account} />
      </>,
    )
    act(() => page.global.expireSession())
    expect(vi.mocked(navigate).mock.calls).toEqual([
      [signInPath(routes.account), { replace: true }],
    ])
  })

  it('leads to sign-in again when the visitor comes back to the account', async () => {
    const page = await aPageOfAda()
    page.global.expireSession()
    window.history.replaceState(null, '', routes.account)
    showScreen(page, <Account />)
    expect(vi.mocked(navigate).mock.calls).toEqual([
      [signInPath(routes.account), { replace: true }],
    ])
  })

  it('leads from another page to sign-in once, and Back returns to that page', async () => {
    const page = await aPageOfAda()
    window.history.replaceState(null, '', '/payment?plan=monthly')
    showScreen(page, <RunningOverlays path="/payment" />)
    act(() => page.global.expireSession())
    act(() => page.global.clearUserData())
    expect(vi.mocked(navigate).mock.calls).toEqual([[signInPath('/payment?plan=monthly')]])
  })
})
