import { makeAutoObservable, observableRef, observableShallow } from 'mobx'
import { advance } from '#core/model/course.ts'
import { withUser } from '#core/model/data-owner.ts'
import { draftOf, dropDraft, saveDraft } from '#core/model/drafts.ts'
import type { Draft } from '#core/model/drafts.ts'
import { mayOpen } from '#core/model/journeys.ts'
import type { JourneyState } from '#core/model/journeys.ts'
import { isTrialSpent, withoutPromotion } from '#core/model/order.ts'
import { emptySignUpData, emptyUserData, restoreAbTesting } from '#core/model/persisted-state.ts'
import type { AbTesting, SignUpChanges, SignUpData, UserData } from '#core/model/persisted-state.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { Profile } from '#core/model/profile.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import {
  newerUserData,
  personalWords,
  rememberedProfile,
  rememberProfile,
  storedUser,
} from '#core/model/user-data.ts'
import { leaveStep, visitStep } from '#core/model/visits.ts'
import type { Offers, Subscriber } from '#core/ports/admin-api.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { InitAppOutcome } from '#core/use-cases/init-app.ts'
import type { StoredState } from './stored-state.ts'
import type { Timing } from './timing.ts'

/** The identity provider's user, with the product's own record of them as `stackinData`. */
export type CurrentUser = AuthUser & { readonly stackinData: Profile | null }

/** Why the application has not started completely; the shell offers to try again. */
export type InitFailure = 'profile-unavailable' | 'identity-unavailable'

export type Leaving = 'signing-out' | 'deleting'

export type ReauthenticateModal = {
  readonly isOpen: boolean
  readonly onClose: (() => void) | null
}

const closed: ReauthenticateModal = { isOpen: false, onClose: null }

/** The pause before the reauthenticate modal's close callback runs, in milliseconds. */
const CLOSE_CALLBACK_DELAY = 100

/**
 * The state that all screens share. `abTesting`, `signUpData` and `userData` are persisted: see
 * persist-global-store.
 */
export class GlobalStore {
  abTesting: AbTesting
  signUpData: SignUpData = emptySignUpData
  userData: UserData = emptyUserData
  currentUser: CurrentUser | null = null
  isAppInitialized = false
  isResolvingRoute = false
  initFailure: InitFailure | null = null
  /** The server has ended the session; only signing in starts another. */
  isSessionExpired = false
  /** The signed-in user has had a trial in another account. */
  hasHadTrial = false
  /** An order with the saved card was refused its trial. */
  hasCardHadTrial = false
  /** An order found an existing subscription. */
  hasFoundSubscription = false
  /** The session ended while something needed it. */
  isSignInNeeded = false
  /**
   * Set while this tab signs somebody in, so user-change events are not taken for another tab's.
   */
  isEntering = false
  /**
   * Set while the visitor signs out or deletes the account, which must not look like an expired
   * session.
   */
  leaving: Leaving | null = null
  modals: { readonly reauthenticate: ReauthenticateModal } = { reauthenticate: closed }
  /** The device's time, for countdowns. Charge dates are compared with `ServerClock`. */
  readonly now: () => Date
  private readonly timing: Timing

  constructor(timing: Timing) {
    this.timing = timing
    this.now = timing.now
    this.abTesting = restoreAbTesting(null, timing.random())
    makeAutoObservable<this, 'timing'>(
      this,
      {
        timing: false,
        now: false,
        abTesting: observableRef,
        signUpData: observableShallow,
        userData: observableRef,
        currentUser: observableRef,
        modals: observableRef,
      },
      { autoBind: true },
    )
  }

  get profile(): Profile | null {
    return this.currentUser?.stackinData ?? null
  }

  get isTrialSpent(): boolean {
    return isTrialSpent(this.profile, this)
  }

  /** The state that the guards depend on. */
  get journeyState(): JourneyState {
    return {
      signUp: this.signUpData,
      variant: this.abTesting.moneyBeliefResultVariant,
      user: this.currentUser,
      profile: this.profile,
    }
  }

  /** Words that no error report may contain. */
  get personalWords(): readonly string[] {
    const profile = this.profile ?? this.userData.profile
    return personalWords({ signUp: this.signUpData, profile, user: this.currentUser })
  }

  /** Whether the guards let this visitor open the page. */
  mayOpen(path: string): boolean {
    return mayOpen(path, this.journeyState)
  }

  /** Adopts what another tab has stored; a profile only if it is newer. */
  adopt({ abTesting, signUpData, userData }: StoredState) {
    this.abTesting = abTesting
    this.signUpData = signUpData
    const newer = newerUserData(this.userData, userData)
    if (newer === this.userData) return
    this.userData = newer
    const stored = this.currentUser && storedUser(newer, this.currentUser)
    if (stored) this.currentUser = { ...stored.user, stackinData: stored.profile }
  }

  changeSignUpData(changes: SignUpChanges) {
    Object.assign(this.signUpData, changes)
  }

  resetSignUpData() {
    this.changeSignUpData(emptySignUpData)
  }

  removePromotionCode() {
    this.changeSignUpData(withoutPromotion)
  }

  /** Records that a step of the journey is on screen. */
  noteVisit(journey: JourneyName) {
    this.changeSignUpData(visitStep(this.signUpData, journey, this.timing.now()))
  }

  /** Records how far along a journey the visitor is, counted in legs. */
  noteProgress(journey: JourneyName, position: number) {
    this.changeSignUpData(advance(this.signUpData, journey, position))
  }

  leaveStep(step: StepId) {
    this.changeSignUpData(leaveStep(this.signUpData, step))
  }

  draft(form: string): Draft {
    return draftOf(this.signUpData, form)
  }

  saveDraft(form: string, values: Draft) {
    this.changeSignUpData(saveDraft(this.signUpData, form, values))
  }

  dropDraft(form: string) {
    this.changeSignUpData(dropDraft(this.signUpData, form))
  }

  applyInit(outcome: InitAppOutcome) {
    this.initFailure = null
    switch (outcome.kind) {
      case 'signed-in':
        this.enterUser(outcome.user, outcome.profile)
        break
      case 'profile-unavailable':
        this.enterUser(outcome.user, rememberedProfile(this.userData, outcome.user))
        this.initFailure = outcome.kind
        break
      case 'identity-unavailable':
        this.initFailure = outcome.kind
        break
      case 'session-expired':
        this.leaveUser()
        this.isSessionExpired = true
        break
      case 'anonymous':
        this.leaveUser()
        break
    }
    this.isAppInitialized = true
  }

  /** Handles an unexpected error at the start: the site continues as for an anonymous visitor. */
  failInit() {
    this.initFailure = 'identity-unavailable'
    this.isAppInitialized = true
  }

  /** Runs work that signs somebody in from this tab. */
  async entering<T>(work: () => Promise<T>): Promise<T> {
    this.isEntering = true
    try {
      return await work()
    } finally {
      this.stopEntering()
    }
  }

  enterUser(user: AuthUser, profile: Profile | null) {
    if (this.currentUser && this.currentUser.id !== user.id) this.leaveUser()
    this.changeSignUpData(withUser(this.signUpData, user.id))
    this.isSessionExpired = false
    this.isSignInNeeded = false
    this.currentUser = { ...user, stackinData: profile }
    // Using a cached profile does not make it newer.
    if (profile && profile !== this.userData.profile) this.rememberProfile(user, profile)
  }

  changeUser(user: AuthUser) {
    this.currentUser = { ...user, stackinData: this.profile }
  }

  /** Ignores a response that arrives after somebody else has signed in. */
  changeProfile(profile: Profile) {
    if (this.profile && this.profile.id !== profile.id) return
    if (!this.currentUser) return
    this.currentUser = { ...this.currentUser, stackinData: profile }
    this.rememberProfile(this.currentUser, profile)
  }

  changeSubscription(subscription: Subscription) {
    this.changeSignUpData({ stripeSubscription: subscription })
    if (this.profile) this.changeProfile({ ...this.profile, subscription })
  }

  /** Stores the existing subscription that an order found. */
  findSubscription(subscription: Subscription) {
    this.hasFoundSubscription = true
    this.changeSubscription(subscription)
  }

  learnTrial(isEligible: boolean) {
    this.hasHadTrial = !isEligible
  }

  learnCardTrial(isEligible: boolean) {
    this.hasCardHadTrial = !isEligible
  }

  /** Stores what the visitor has bought, as the admin API last returned it; null if anonymous. */
  saveSubscriber(subscriber: Subscriber | null) {
    this.changeSignUpData({ rcSubscriber: subscriber })
  }

  /** Stores what the response with the offers says about the visitor. */
  applyOffers({ subscriber, trialEligible }: Offers) {
    this.saveSubscriber(subscriber)
    this.learnTrial(trialEligible)
  }

  /** Forgets the former user and what belongs to them. The sign-up data stays. */
  leaveUser() {
    this.currentUser = null
    this.initFailure = null
    this.modals = { reauthenticate: closed }
    this.hasFoundSubscription = false
    this.hasHadTrial = false
    this.hasCardHadTrial = false
    this.saveSubscriber(null)
    this.clearUserData()
  }

  expireSession() {
    this.leaveUser()
    this.isSessionExpired = true
    this.isSignInNeeded = true
  }

  startLeaving(how: Leaving) {
    this.leaving = how
  }

  stopLeaving() {
    this.leaving = null
  }

  /** Whether this user is still signed in and not leaving, so that a response still applies. */
  isStaying(userId: string | undefined): boolean {
    return this.leaving === null && this.currentUser?.id === userId
  }

  clearUserData() {
    this.userData = emptyUserData
  }

  startResolvingRoute() {
    this.isResolvingRoute = true
  }

  stopResolvingRoute() {
    this.isResolvingRoute = false
  }

  /** Opens the modal, or closes it and runs its close callback a moment later. */
  toggleReauthenticate(onClose: (() => void) | null = null) {
    const { isOpen, onClose: callback } = this.modals.reauthenticate
    this.modals = { reauthenticate: isOpen ? closed : { isOpen: true, onClose } }
    if (isOpen && callback) void this.runAfterClose(callback)
  }

  private async runAfterClose(callback: () => void) {
    await this.timing.sleep(CLOSE_CALLBACK_DELAY)
    callback()
  }

  private stopEntering() {
    this.isEntering = false
  }

  private rememberProfile(user: AuthUser, profile: Profile) {
    this.userData = rememberProfile(user, profile, this.timing.now())
  }
}
