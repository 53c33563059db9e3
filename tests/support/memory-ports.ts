import { createMemoryAdminApi } from '#adapters/memory/memory-admin-api.ts'
import { createMemoryAnalytics } from '#adapters/memory/memory-analytics.ts'
import { createMemoryAuth } from '#adapters/memory/memory-auth.ts'
import { createMemoryChallenge } from '#adapters/memory/memory-challenge.ts'
import { createMemoryClock } from '#adapters/memory/memory-clock.ts'
import { createMemoryErrorReporter } from '#adapters/memory/memory-error-reporter.ts'
import { createMemoryPasswords } from '#adapters/memory/memory-passwords.ts'
import { createMemoryPayments } from '#adapters/memory/memory-payments.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { createAccountApp } from '#core/account-app.ts'
import { createApp } from '#core/app.ts'
import type { Ports } from '#core/ports/ports.ts'
import { createResultsApp } from '#core/results-app.ts'
import { createSubscriptionApp } from '#core/subscription-app.ts'
import { content, products, promotionCodes } from './memory-admin-api-content.ts'

/** All use cases, bound to the ports. */
export const createWholeApp = (ports: Ports) => {
  const app = createApp(ports)
  return {
    ...createAccountApp(ports, app),
    ...createResultsApp(ports, app),
    ...createSubscriptionApp(ports, app),
  }
}

/** Every port in memory, with its controls, and the use cases bound to them. */
export const inMemory = () => {
  const clock = createMemoryClock(new Date('2026-11-21T12:00:00Z'))
  const auth = createMemoryAuth()
  const passwords = createMemoryPasswords()
  const challenge = createMemoryChallenge()
  const payments = createMemoryPayments()
  const analytics = createMemoryAnalytics()
  const errorReporter = createMemoryErrorReporter()
  const storage = createMemoryStorage()
  const adminApi = createMemoryAdminApi({
    content,
    products,
    promotionCodes,
    cards: payments,
    clock,
    challenge,
    currentUser: () => auth.currentUser(),
    identity: auth,
  })
  const ports = {
    auth,
    passwords,
    challenge,
    payments,
    adminApi,
    storage,
    analytics,
    errorReporter,
    clock,
  }
  return {
    ...ports,
    app: createWholeApp(ports),
    eventNames: () => analytics.events.map(({ name }) => name),
  }
}

export type InMemory = ReturnType<typeof inMemory>

export const origin = 'https://evenkeel.example'
export const ada = { email: 'ada@example.com', password: 'Secret77' }

/** Signs Ada up and, by default, opens her verification mail. */
export const signUpAda = async ({ app, auth }: InMemory, { verified = true } = {}) => {
  const outcome = await app.signUp({ ...ada, journey: 'sign-up', origin })
  if (outcome.kind !== 'signed-up') throw new Error(`Ada could not sign up: ${outcome.kind}`)
  if (verified) {
    auth.openMail()
    await app.checkEmailVerified()
  }
  return outcome
}
