import { RecaptchaVerifier } from 'firebase/auth'
import type { Auth } from 'firebase/auth'
import { internalErrors } from '#core/model/internal-errors.ts'
import type { PersonCheckOutcome } from '#core/ports/auth-second-factor.ts'
import { throwPortError } from './firebase-errors.ts'

/**
 * The invisible reCAPTCHA, created for each use, because the provider never sends a second text
 * message with the same one.
 */
export type FirebaseVerifier = {
  readonly setUp: () => Promise<void>
  /** Runs `work` with the verifier and discards the verifier afterwards. */
  readonly useUp: <T>(work: (verifier: RecaptchaVerifier) => Promise<T>) => Promise<T>
  readonly check: () => Promise<PersonCheckOutcome>
}

type Waiting = {
  readonly verifier: RecaptchaVerifier
  readonly place: HTMLElement
  readonly isDisabled: boolean
}

export type FirebaseVerifierParts = {
  readonly auth: Auth
  /** The document in which the invisible check is placed. */
  readonly page: Pick<Document, 'createElement' | 'body'>
  /** How long a visitor may take over a puzzle of that check, in milliseconds. */
  readonly puzzleWait?: number
}

const PUZZLE_WAIT = 120_000

/**
 * Closing a puzzle fires no event, so after `puzzleWait` milliseconds the check counts as failed.
 */
export const createFirebaseVerifier = ({
  auth,
  page,
  puzzleWait = PUZZLE_WAIT,
}: FirebaseVerifierParts): FirebaseVerifier => {
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
    const timeout = new Promise<PersonCheckOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'failed' }), puzzleWait)
    })
    try {
      return await Promise.race([
        verifier.verify().then((): PersonCheckOutcome => ({ kind: 'passed' })),
        timeout,
      ])
    } catch (error) {
      return throwPortError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    setUp: async () => {
      if (waiting) discard(take())
      const place = page.createElement('div')
      page.body.append(place)
      const next: Waiting = {
        verifier: new RecaptchaVerifier(auth, place, { size: 'invisible' }),
        place,
        isDisabled: auth.settings.appVerificationDisabledForTesting,
      }
      try {
        if (!next.isDisabled) await next.verifier.render()
        waiting = next
      } catch (error) {
        discard(next)
        throwPortError(error)
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
