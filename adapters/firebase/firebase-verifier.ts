import type { RecaptchaVerifier } from 'firebase/auth'
import { internalErrors } from '#core/model/messages.ts'
import type { PersonCheckOutcome } from '#core/ports/auth-second-factor.ts'
import { throwFault } from './firebase-faults.ts'
import type { FirebaseParts, Opened } from './firebase-session.ts'

/** The invisible reCAPTCHA, made anew for each use: a second message with the same one never leaves. */
export type FirebaseVerifier = {
  readonly setUp: (opened: Opened) => Promise<void>
  /** Hands the verifier over and throws it away afterwards. */
  readonly useUp: <T>(work: (verifier: RecaptchaVerifier) => Promise<T>) => Promise<T>
  readonly check: () => Promise<PersonCheckOutcome>
}

type Waiting = { readonly verifier: RecaptchaVerifier; readonly place: HTMLElement; readonly isDisabled: boolean }

/** A puzzle that is closed is never heard of, so that after `puzzleWait` milliseconds nobody has passed. */
export const createFirebaseVerifier = ({
  page,
  puzzleWait,
}: Required<Pick<FirebaseParts, 'page' | 'puzzleWait'>>): FirebaseVerifier => {
  let waiting: Waiting | null = null

  const discard = ({ verifier, place }: Waiting) => {
    verifier.clear()
    place.remove()
  }

  const take = (): Waiting => {
    if (waiting === null) throw new Error(internalErrors.verifierMissing)
    const taken = waiting
    waiting = null
    return taken
  }

  const solved = async (verifier: RecaptchaVerifier): Promise<PersonCheckOutcome> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<PersonCheckOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'failed' }), puzzleWait)
    })
    try {
      return await Promise.race([verifier.verify().then((): PersonCheckOutcome => ({ kind: 'passed' })), tooLate])
    } catch (error) {
      return throwFault(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    setUp: async ({ sdk, auth }) => {
      if (waiting) discard(take())
      const place = page.createElement('div')
      page.body.append(place)
      const next: Waiting = {
        verifier: new sdk.RecaptchaVerifier(auth, place, { size: 'invisible' }),
        place,
        isDisabled: auth.settings.appVerificationDisabledForTesting,
      }
      try {
        if (!next.isDisabled) await next.verifier.render()
        waiting = next
      } catch (error) {
        discard(next)
        throwFault(error)
      }
    },
    useUp: async (work) => {
      const taken = take()
      try {
        return await work(taken.verifier)
      } finally {
        discard(taken)
      }
    },
    check: async () => {
      const taken = take()
      try {
        return taken.isDisabled ? { kind: 'passed' } : await solved(taken.verifier)
      } finally {
        discard(taken)
      }
    },
  }
}
