import { describe, expect, it, vi } from 'vitest'
import { createMemoryAuth } from '#adapters/memory/memory-auth.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { createMemoryClock } from '#adapters/memory/memory-clock.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { HINT, HINT_KEY } from '#core/model/session-hint.ts'
import type { AuthPort } from '#core/ports/auth.ts'
import { createFirebaseAuth } from '#adapters/firebase/firebase-auth.ts'
import type { FirebaseAuthParts } from '#adapters/firebase/firebase-auth.ts'

const ada = { email: 'ada@example.com', password: 'Secret77' }

/**
 * A tab whose SDK can be delayed; `hint` is its session hint. With `knowsKeys` false, its storage
 * does not say under which key another tab wrote.
 */
const aTab = ({
  hint = null,
  auth = createMemoryAuth(),
  knowsKeys = true,
}: { hint?: string | null; auth?: AuthPort; knowsKeys?: boolean } = {}) => {
  const clock = createMemoryClock()
  const storage = createMemoryStorage()
  const { watch } = storage
  const otherTab = storage.otherTab()
  if (hint !== null) otherTab.write(HINT_KEY, hint)
  const open = vi.fn<() => Promise<AuthPort>>(async () => auth)
  const load = vi.fn<NonNullable<FirebaseAuthParts['loadSdk']>>(async () => ({
    openFirebaseAuth: open,
  }))
  const port = createFirebaseAuth({
    loadSdk: load,
    settings: async () => ({ projectId: 'demo', apiKey: 'key', authDomain: 'demo.example' }),
    storage: {
      ...storage,
      watch: (listener) => watch((key) => listener(knowsKeys ? key : null)),
    },
    sleep: clock.sleep,
    tab: new EventTarget(),
    page: {} as Document,
  })
  const heard: (string | null)[] = []
  port.onUserChanged((user) => heard.push(user?.email ?? null))
  const signInElsewhere = () => {
    otherTab.remove(HINT_KEY)
    otherTab.write(HINT_KEY, HINT)
  }
  const signOutElsewhere = () => otherTab.remove(HINT_KEY)
  return { port, load, open, clock, heard, signInElsewhere, signOutElsewhere }
}

const aSignedInBrowser = async () => {
  const auth = createMemoryAuth()
  await auth.createAccount(ada)
  return auth
}

describe('Firebase Authentication before its SDK has arrived', () => {
  it('returns nobody without loading the SDK when there was never a session', async () => {
    const { port, load } = aTab()
    expect(await port.currentUser()).toBeNull()
    expect(await port.idToken()).toBeNull()
    expect(await port.reload()).toBeNull()
    await port.signOut()
    expect(load).not.toHaveBeenCalled()
  })

  it('loads the SDK once for a returning visitor', async () => {
    const { port, load } = aTab({ hint: HINT, auth: await aSignedInBrowser() })
    expect(await port.currentUser()).toMatchObject({ email: ada.email })
    expect(await port.idToken()).not.toBeNull()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('reports a sign-in and a sign-out once the SDK is loaded', async () => {
    const { port, heard } = aTab()
    await port.createAccount(ada)
    await port.signOut()
    expect(heard).toEqual([ada.email, null])
  })

  it('is unavailable while the SDK cannot be loaded, and loads it with the next call', async () => {
    const { port, load } = aTab({ hint: HINT, auth: await aSignedInBrowser() })
    load.mockRejectedValueOnce(new Error('Loading chunk 1 failed.'))
    await expect(port.currentUser()).rejects.toBeInstanceOf(PortUnavailable)
    expect(await port.currentUser()).toMatchObject({ email: ada.email })
  })

  it('does not keep the first screen waiting for an SDK that never loads', async () => {
    const { port, load, clock } = aTab({ hint: HINT })
    load.mockReturnValueOnce(new Promise(() => {}))
    const asked = port.currentUser().catch((error: unknown) => error)
    await clock.advance(5000)
    expect(await asked).toBeInstanceOf(PortUnavailable)
  })

  it('does not keep the first screen waiting for a port that does not open, and answers once it does', async () => {
    const auth = await aSignedInBrowser()
    const { port, open, clock } = aTab({ hint: HINT, auth })
    let opens = () => {}
    open.mockReturnValueOnce(new Promise((resolve) => (opens = () => resolve(auth))))
    const asked = port.currentUser().catch((error: unknown) => error)
    await clock.advance(5000)
    expect(await asked).toBeInstanceOf(PortUnavailable)
    opens()
    expect(await port.currentUser()).toMatchObject({ email: ada.email })
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('rethrows an error of opening the SDK unchanged, and opens it with the next call', async () => {
    const { port, open } = aTab({ hint: HINT, auth: await aSignedInBrowser() })
    const error = new Error('No such project.')
    open.mockRejectedValueOnce(error)
    await expect(port.currentUser()).rejects.toBe(error)
    expect(await port.currentUser()).toMatchObject({ email: ada.email })
  })

  it.each([
    ['that names keys', true],
    ['that names none', false],
  ])(
    'notices, on a storage %s, another tab signing in, and loads nothing when one signs out',
    async (_, knowsKeys) => {
      const { heard, load, signInElsewhere, signOutElsewhere } = aTab({
        auth: await aSignedInBrowser(),
        knowsKeys,
      })
      signOutElsewhere()
      expect(load).not.toHaveBeenCalled()
      signInElsewhere()
      await expect.poll(() => heard).toEqual([ada.email])
    },
  )

  it('leaves other tabs to the SDK once the SDK is open', async () => {
    const { port, heard, signInElsewhere } = aTab({ hint: HINT, auth: await aSignedInBrowser() })
    await port.currentUser()
    signInElsewhere()
    await port.idToken()
    expect(heard).toEqual([])
  })

  it('reports nothing when another tab signs in and the SDK cannot be loaded', async () => {
    const { port, heard, load, signInElsewhere } = aTab({ auth: await aSignedInBrowser() })
    load.mockRejectedValueOnce(new Error('Loading chunk 1 failed.'))
    signInElsewhere()
    await expect.poll(() => load).toHaveBeenCalledTimes(1)
    expect(heard).toEqual([])
    await expect.poll(() => port.signIn(ada)).toMatchObject({ kind: 'signed-in' })
  })
})
