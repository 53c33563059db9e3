import { makeAutoObservable, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { accountMessages } from '#core/model/account-messages.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = {
  readonly app: Pick<AccountApp, 'reauthenticate'>
  readonly global: GlobalStore
}

/** Asking for the password once more, on top of any page. */
export class ReauthenticateStore {
  isBusy = false
  passwordError: string | null = null
  /** The password is right, but the account asks for a code too, and only signing in takes one. */
  isSignInNeeded = false
  private isConfirmed = false
  private isPasswordEnough = false
  /** Counts the times it was opened and cancelled: a late response belongs to an earlier one. */
  private turn = 0
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    makeAutoObservable<this, 'dependencies' | 'isConfirmed' | 'isPasswordEnough' | 'turn'>(
      this,
      { dependencies: false, isConfirmed: false, isPasswordEnough: false, turn: false },
      { autoBind: true },
    )
  }

  get isOpen(): boolean {
    return this.dependencies.global.modals.reauthenticate.isOpen
  }

  /**
   * Opens the modal; `whenConfirmed` runs after it closed, if the password was right and its user
   * is still the one who was asked. With `isPasswordEnough` the answer only has to show who is at
   * the keyboard; otherwise it has to make the session recent.
   */
  ask(whenConfirmed: () => void, { isPasswordEnough = false } = {}) {
    this.beginTurn()
    this.isPasswordEnough = isPasswordEnough
    this.isSignInNeeded = false
    this.passwordError = null
    if (this.isOpen) return
    const { global } = this.dependencies
    const userId = global.currentUser?.id
    global.toggleReauthenticate(() => {
      if (this.isConfirmed && global.currentUser?.id === userId) whenConfirmed()
    })
  }

  /** Opens the modal to say that only signing in again helps. */
  sendToSignIn() {
    this.beginTurn()
    this.isSignInNeeded = true
    if (!this.isOpen) this.dependencies.global.toggleReauthenticate()
  }

  /** The visitor changed their mind. A password that is being checked no longer counts. */
  cancel() {
    this.beginTurn()
    if (this.isOpen) this.dependencies.global.toggleReauthenticate()
  }

  forgetError() {
    this.passwordError = null
  }

  /**
   * A wrong password is said on the field. Any other error is thrown, for the modal to say: a
   * notice would lie behind it.
   */
  async confirm(password: string): Promise<void> {
    if (this.isBusy) return
    const { app, global } = this.dependencies
    const { turn } = this
    const userId = global.currentUser?.id
    const isStale = () => turn !== this.turn || global.currentUser?.id !== userId
    this.isBusy = true
    this.passwordError = null
    try {
      const outcome = await app.reauthenticate(password)
      if (isStale()) return
      runInAction(() => {
        switch (outcome.kind) {
          case 'wrong-password':
            this.passwordError = accountMessages.reauthenticate.wrongPassword
            break
          case 'code-required':
            if (this.isPasswordEnough) this.accept()
            else this.isSignInNeeded = true
            break
          case 'reauthenticated':
            this.accept()
            break
        }
      })
    } catch (error) {
      if (!isStale()) throw error
    } finally {
      runInAction(() => {
        if (turn === this.turn) this.isBusy = false
      })
    }
  }

  private beginTurn() {
    this.turn += 1
    this.isBusy = false
    this.isConfirmed = false
  }

  private accept() {
    this.isConfirmed = true
    this.dependencies.global.clearUserData()
    this.dependencies.global.toggleReauthenticate()
  }
}
