import { createFirebaseAuth } from '#adapters/firebase/firebase-auth.ts'
import * as sdk from '#adapters/firebase/firebase-sdk.ts'
import type { FirebaseParts } from '#adapters/firebase/firebase-session.ts'
import type { AuthPort } from '#core/ports/auth.ts'

/** The identity port together with its SDK, so that one does not wait for the other to arrive. */
export const createIdentity = (parts: Omit<FirebaseParts, 'loadSdk'>): AuthPort =>
  createFirebaseAuth({ ...parts, loadSdk: () => Promise.resolve(sdk) })
