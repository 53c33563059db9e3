import { noAttribution } from '#core/model/attribution.ts'
import type { Attribution } from '#core/model/attribution.ts'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { FieldError } from '#core/model/failures.ts'
import { isPersonName } from '#core/model/person-name.ts'
import type { Product } from '#core/model/plan.ts'
import type { Diagnosis, DiagnosisResult, Profile, ProfileChanges } from '#core/model/profile.ts'
import type { Answers, DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import type { AdminApiPort, AssessmentSubmission, RateLimited } from '#core/ports/admin-api.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import { createMemoryBilling } from './memory-billing.ts'
import type { MemoryPromotionCode } from './memory-billing.ts'
import type { MemoryCards } from './memory-cards.ts'
import type { MemoryChallenge } from './memory-challenge.ts'
import { createMemoryMailings } from './memory-mailings.ts'
import type { MemoryMailing } from './memory-mailings.ts'
import type { MemorySubscription } from './memory-subscriptions.ts'

export type MemoryContent = {
  readonly questionnaires: Readonly<Record<DiagnosisKind, Questionnaire>>
  /** Checks and scores answers. A scored result lists the answers that applied. */
  readonly calculate: (
    submission: AssessmentSubmission,
  ) =>
    | { readonly kind: 'scored'; readonly answers: Answers; readonly result: DiagnosisResult }
    | { readonly kind: 'rejected'; readonly errors: readonly FieldError[] }
}

type CurrentUser = Pick<AuthUser, 'id' | 'email' | 'emailVerified'> | null

export type MemoryAdminApiOptions = {
  readonly content: MemoryContent
  readonly products: readonly Product[]
  readonly promotionCodes: readonly MemoryPromotionCode[]
  /** Where cards are confirmed: usually the memory payments port. */
  readonly cards: MemoryCards
  readonly clock: Pick<ClockPort, 'now'>
  readonly currentUser: () => Promise<CurrentUser> | CurrentUser
  /**
   * Checks the challenge tokens of visitors who save a card, and of anybody who asks for a mail. If
   * omitted, no token is needed.
   */
  readonly challenge?: Pick<MemoryChallenge, 'spend'>
  /**
   * The identity provider, used for deleting an account and for withdrawing from a plan. If
   * omitted, every sign-in is recent.
   */
  readonly identity?: {
    readonly isSignInRecent: () => boolean
    readonly removeAccount: (email: string) => void
  }
}

export type MemoryAdminApi = AdminApiPort & {
  /** Makes the API unavailable until `restore`. */
  fail(): void
  /** Answers the limited calls with `rate-limited` until `restore`. */
  throttle(): void
  /** Refuses every ID token until `restore`. */
  endSession(): void
  restore(): void
  /** Makes the card of the user's live subscription fail to pay its renewal. */
  failRenewal(userId: string): void
  /** Ends the user's live subscription immediately. */
  endSubscription(userId: string): void
  /** What was mailed to whom, oldest first. */
  readonly mailings: readonly MemoryMailing[]
  /** Every subscription ever started, oldest first. */
  readonly subscriptions: readonly MemorySubscription[]
  readonly setupIntents: readonly {
    readonly id: string
    readonly billingEmail: string
    readonly userId: string | null
  }[]
}

type Account = Omit<Profile, 'subscription' | 'diagnoses'>

const MAX_NAME = 50
const AGES = { min: 18, max: 120 }
const MAX_DIAGNOSES = 500
const PAGE = 50
const APP_CLAIM_LIFETIME = 15 * 60 * 1000

const rateLimited: RateLimited = { kind: 'rate-limited', retryAfterSeconds: 30 }

const checkName = (path: string, given: string): FieldError[] => {
  const { length } = [...given.trim()]
  if (length === 0) return [{ path, code: 'field/required', message: 'It must not be empty.' }]
  if (length > MAX_NAME)
    return [
      { path, code: 'field/too-long', message: `It must have at most ${MAX_NAME} characters.` },
    ]
  return isPersonName(given.trim())
    ? []
    : [{ path, code: 'field/invalid', message: 'It holds characters that are not allowed.' }]
}

const spelled = (phone: string) => phone.replace(/[\s().-]/g, '')

const check = (
  { firstName, lastName, birthYear, phone }: ProfileChanges,
  now: Date,
): readonly FieldError[] => {
  const [from, to] = [now.getUTCFullYear() - AGES.max, now.getUTCFullYear() - AGES.min]
  const isYearRight = birthYear === undefined || (birthYear >= from && birthYear <= to)
  const isPhoneRight =
    phone === undefined || phone === null || /^\+[1-9]\d{6,14}$/.test(spelled(phone))
  return [
    ...(firstName === undefined ? [] : checkName('firstName', firstName)),
    ...(lastName === undefined ? [] : checkName('lastName', lastName)),
    ...(isYearRight
      ? []
      : [
          {
            path: 'birthYear',
            code: 'field/out-of-range',
            message: `It must be from ${from} to ${to}.`,
          },
        ]),
    ...(isPhoneRight
      ? []
      : [
          {
            path: 'phone',
            code: 'field/invalid',
            message: 'It must be a phone number with its country code.',
          },
        ]),
  ]
}

/** A key that is equal for equal answers in any order. */
const keyOf = ({ kind, version }: AssessmentSubmission, answers: Answers): string =>
  JSON.stringify([kind, version, Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1))])

/** The admin API in memory. */
export const createMemoryAdminApi = (options: MemoryAdminApiOptions): MemoryAdminApi => {
  const { content, products, clock, currentUser, challenge, identity } = options
  const billing = createMemoryBilling(options)
  const mailings = createMemoryMailings(options)
  const accounts = new Map<string, Account>()
  /** The diagnoses of each account, oldest first: by user id, then by the key of their answers. */
  const diagnoses = new Map<string, Map<string, Diagnosis>>()
  const attributions = new Map<string, Attribution>()
  /** The identity provider's ids of deleted users. No late request recreates their accounts. */
  const deletedUsers = new Set<string>()
  let diagnosisCount = 0
  let appClaimCount = 0
  let state: 'up' | 'down' | 'throttling' | 'refusing-tokens' = 'up'

  const reach = () => {
    if (state === 'down')
      throw new PortUnavailable('admin-api', new Error('The admin API does not answer.'))
  }

  /** Null when nobody is signed in. */
  const visitor = async (): Promise<Account | null> => {
    const user = await currentUser()
    reach()
    if (user === null) return null
    if (state === 'refusing-tokens' || user.email === null || deletedUsers.has(user.id))
      throw new SessionExpired()
    const known = accounts.get(user.id)
    const account: Account = {
      ...(known ?? {
        // The API's own id, as in the real one: the identity provider has another.
        id: `account-${accounts.size + deletedUsers.size + 1}`,
        firstName: null,
        lastName: null,
        birthYear: null,
        phone: null,
        createdAt: clock.now().toISOString(),
        trackingConsent: false,
      }),
      email: user.email,
      emailVerified: user.emailVerified,
    }
    accounts.set(user.id, account)
    return account
  }

  const isSignInRecent = (): boolean => identity?.isSignInRecent() ?? true

  const user = async (): Promise<Account> => {
    const account = await visitor()
    if (account === null) throw new SessionExpired()
    return account
  }

  const diagnosesOf = ({ id }: Account): readonly Diagnosis[] =>
    [...(diagnoses.get(id)?.values() ?? [])].toReversed()

  const profileOf = (account: Account): Profile => {
    const latest = (kind: DiagnosisKind) =>
      diagnosesOf(account).find((each) => each.kind === kind) ?? null
    return {
      ...account,
      subscription: billing.subscriptionOf(account.id),
      diagnoses: { survey: latest('survey'), moneyBelief: latest('money_belief') },
    }
  }

  return {
    profile: async () => profileOf(await user()),

    updateProfile: async (changes) => {
      const account = await user()
      const errors = check(changes, clock.now())
      if (errors.length > 0) return { kind: 'invalid', errors }
      const { firstName, lastName, birthYear, phone, attribution, visitorId } = changes
      const changed: Account = {
        ...account,
        ...(firstName !== undefined && { firstName: firstName.trim() }),
        ...(lastName !== undefined && { lastName: lastName.trim() }),
        ...(birthYear !== undefined && { birthYear }),
        ...(phone !== undefined && { phone: phone === null ? null : spelled(phone) }),
        ...(visitorId !== undefined && { trackingConsent: visitorId !== null }),
      }
      for (const [key, { id }] of accounts) if (id === account.id) accounts.set(key, changed)
      if (visitorId === null) attributions.delete(account.id)
      if (attribution && changed.trackingConsent) {
        const before = attributions.get(account.id) ?? noAttribution
        attributions.set(account.id, {
          firstTouch: before.firstTouch ?? attribution.firstTouch,
          lastTouch: attribution.lastTouch ?? before.lastTouch,
        })
      }
      return { kind: 'updated', profile: profileOf(changed) }
    },

    questionnaire: async (kind) => {
      reach()
      return content.questionnaires[kind]
    },

    calculate: async (submission) => {
      reach()
      if (state === 'throttling') return rateLimited
      const calculation = content.calculate(submission)
      return calculation.kind === 'scored'
        ? { kind: 'calculated', result: calculation.result }
        : { kind: 'invalid', errors: calculation.errors }
    },

    sendMailing: async (request) => {
      reach()
      return state === 'throttling' ? rateLimited : mailings.send(request)
    },

    saveDiagnosis: async (submission) => {
      const account = await user()
      const calculation = content.calculate(submission)
      if (calculation.kind === 'rejected') return { kind: 'invalid', errors: calculation.errors }
      const { kind, version } = submission
      const { answers, result } = calculation
      const own = diagnoses.get(account.id) ?? new Map<string, Diagnosis>()
      const key = keyOf(submission, answers)
      const known = own.get(key)
      if (known) {
        if (diagnosesOf(account).find((each) => each.kind === kind) === known)
          return { kind: 'saved', diagnosis: known }
        const renewed = { ...known, createdAt: clock.now().toISOString() }
        own.delete(key)
        own.set(key, renewed)
        return { kind: 'saved', diagnosis: renewed }
      }
      if (own.size >= MAX_DIAGNOSES) return { kind: 'too-many' }
      const id = `diagnosis-${++diagnosisCount}`
      const diagnosis: Diagnosis = {
        id,
        createdAt: clock.now().toISOString(),
        kind,
        version,
        answers,
        result,
      }
      diagnoses.set(account.id, own.set(key, diagnosis))
      return { kind: 'saved', diagnosis }
    },

    diagnoses: async (cursor) => {
      const own = diagnosesOf(await user())
      const start = cursor === undefined ? 0 : own.findIndex(({ id }) => id === cursor) + 1
      if (cursor !== undefined && start === 0) throw new Error(`There is no page after ${cursor}.`)
      const items = own.slice(start, start + PAGE)
      return { items, nextCursor: start + PAGE < own.length ? (items.at(-1)?.id ?? null) : null }
    },

    offers: async () => {
      const account = await visitor()
      return {
        products,
        subscriber: account && billing.subscriberOf(account.id, account.createdAt),
        trialEligible: account === null || !billing.isTrialSpent(account),
      }
    },

    createSetupIntent: async (request) => {
      const account = await visitor()
      if (state === 'throttling') return rateLimited
      const passesChallenge = () =>
        account !== null ||
        challenge === undefined ||
        challenge.spend(request.challengeToken, 'save_card')
      return billing.createSetupIntent(request, account?.id ?? null, passesChallenge)
    },

    checkPromotionCode: async ({ code, productId }) => {
      reach()
      return state === 'throttling' ? rateLimited : billing.checkPromotionCode(code, productId)
    },

    createSubscription: async (order, idempotencyKey) => {
      const account = await user()
      const mayBeUnverified =
        order.journey === 'enroll' && billing.wasBegunBeforeAccount(order.setupIntentId)
      if (!account.emailVerified && !mayBeUnverified) return { kind: 'email-unverified' }
      return billing.createSubscription(account, order, idempotencyKey)
    },

    cancelSubscription: async (id) => billing.setCancelAtPeriodEnd((await user()).id, id, true),

    resumeSubscription: async (id) => billing.setCancelAtPeriodEnd((await user()).id, id, false),

    replaceCard: async (id, card, idempotencyKey) =>
      billing.replaceCard((await user()).id, id, card, idempotencyKey),

    previewPlanChange: async (id, productId) =>
      billing.previewPlanChange((await user()).id, id, productId),

    changePlan: async (id, preview, idempotencyKey) =>
      billing.changePlan((await user()).id, id, preview, idempotencyKey),

    withdraw: async (id, idempotencyKey) => {
      const account = await user()
      return isSignInRecent()
        ? billing.withdraw(account.id, id, idempotencyKey)
        : { kind: 'recent-login-required' }
    },

    invoices: async (subscriptionId) => billing.invoicesOf((await user()).id, subscriptionId),

    createAppClaim: async () => {
      await user()
      if (state === 'throttling') return rateLimited
      return {
        kind: 'created',
        claim: {
          url: `https://app.evenkeel.example/open?claim=claim-${++appClaimCount}`,
          expiresAt: new Date(clock.now().getTime() + APP_CLAIM_LIFETIME).toISOString(),
        },
      }
    },

    exportAccount: async () => {
      const account = await user()
      if (state === 'throttling') return rateLimited
      const everything = {
        exportedAt: clock.now().toISOString(),
        profile: profileOf(account),
        attribution: attributions.get(account.id) ?? noAttribution,
        diagnoses: diagnosesOf(account),
        subscriptions: billing.subscriptions().filter(({ userId }) => userId === account.id),
      }
      return { kind: 'exported', everything }
    },

    deleteAccount: async () => {
      const caller = await currentUser()
      reach()
      if (caller !== null && state !== 'refusing-tokens' && deletedUsers.has(caller.id))
        return { kind: 'deleted' }
      const account = await user()
      if (!isSignInRecent()) return { kind: 'recent-login-required' }
      billing.endSubscription(account.id)
      identity?.removeAccount(account.email)
      diagnoses.delete(account.id)
      attributions.delete(account.id)
      for (const [key, { id }] of accounts) {
        if (id !== account.id) continue
        accounts.delete(key)
        deletedUsers.add(key)
      }
      return { kind: 'deleted' }
    },

    fail: () => {
      state = 'down'
    },
    throttle: () => {
      state = 'throttling'
    },
    endSession: () => {
      state = 'refusing-tokens'
    },
    restore: () => {
      state = 'up'
    },
    failRenewal: (userId) => billing.failRenewal(userId),
    endSubscription: (userId) => billing.endSubscription(userId),
    get mailings() {
      return mailings.sent()
    },
    get subscriptions() {
      return billing.subscriptions()
    },
    get setupIntents() {
      return billing.setupIntents()
    },
  }
}
