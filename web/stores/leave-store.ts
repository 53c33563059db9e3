import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore, Leaving } from './global-store.ts'
import { ReauthenticateStore } from './reauthenticate-store.ts'
import { reassurances } from './reassurances.ts'
import { saveLocalDiagnoses } from './save-local-diagnoses.ts'
import type { Timing } from './timing.ts'

/** How long signing out waits for unsaved results to reach the account, in milliseconds. */
export const SAVE_LIMIT = 5000

type Parts = {
  readonly app: Pick<AccountApp, 'signOut' | 'deleteAccount'>
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly getStore: GetStore
}

type Dependencies = Parts & { readonly reauthenticate: ReauthenticateStore }

/** Signing out and deleting the account. Both leave nothing of the visitor on this device. */
export class LeaveStore {
  /** How the visitor left, for the page to show until they navigate. */
  farewell: 'signed-out' | 'deleted' | null = null
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = {
      ...parts,
      app: parts.appWith(createAccountApp),
      reauthenticate: parts.getStore(ReauthenticateStore),
    }
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  /** Whether the visitor is signing out or deleting the account; null for neither. */
  get isLeaving(): Leaving | null {
    return this.dependencies.global.leaving
  }

  async signOut(): Promise<void> {
    const { app, global, attempt, timing } = this.dependencies
    if (this.isLeaving) return
    global.startLeaving('signing-out')
    // Otherwise, results that could not be saved earlier would be lost.
    await Promise.race([saveLocalDiagnoses(this.dependencies), timing.sleep(SAVE_LIMIT)])
    // Before the sign-out, so that other tabs that notice it find nothing left to keep.
    global.resetSignUpData()
    const outcome = await attempt(
      'signOut',
      () => app.signOut(),
      () => void this.signOut(),
    )
    runInAction(() => {
      global.stopLeaving()
      if (outcome !== 'failed') this.leave('signed-out')
    })
  }

  /** Asks for the password and then deletes the account. */
  askToDelete() {
    this.dependencies.reauthenticate.ask(() => void this.deleteAccount(), {
      isPasswordEnough: true,
    })
  }

  forgetFarewell() {
    this.farewell = null
  }

  private async deleteAccount(): Promise<void> {
    const { app, global, attempt, reauthenticate } = this.dependencies
    if (this.isLeaving) return
    global.startLeaving('deleting')
    const again = () => void this.deleteAccount()
    const outcome = await attempt(
      'deleteAccount',
      () => app.deleteAccount(global.resetSignUpData),
      again,
      // The text also keeps its Retry separate from those of other actions.
      reassurances.deletion,
    )
    runInAction(() => {
      global.stopLeaving()
      if (outcome === 'failed') return
      switch (outcome.kind) {
        case 'deleted':
          this.leave('deleted')
          break
        case 'recent-login-required':
          reauthenticate.ask(again)
          break
      }
    })
  }

  private leave(farewell: 'signed-out' | 'deleted') {
    const { global } = this.dependencies
    this.farewell = farewell
    // Again, because another tab that was just starting may have written back what it had read.
    global.resetSignUpData()
    global.leaveUser()
  }
}
