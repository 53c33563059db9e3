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

/** Reauthentication: asks for the password again, on top of any page. */
export class ReauthenticateStore {
  isBusy = false
  passwordError: string | null = null
  /** The password is right, but the account also needs a code, which only sign-in accepts. */
  isSignInNeeded = false
  private isConfirmed = false
  private isPasswordEnough = false
  /** Incremented on opening and cancelling, so that a late response can be recognised. */
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
   * Opens the modal. `whenConfirmed` runs after it has closed, if the password was right and the
   * same user is still signed in. With `isPasswordEnough`, the right password suffices even if the
   * account also needs a code; otherwise the sign-in has to become recent.
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

  /** Closes the modal, and ignores the result of a password check in progress. */
  cancel() {
    this.beginTurn()
    if (this.isOpen) this.dependencies.global.toggleReauthenticate()
  }

  forgetError() {
    this.passwordError = null
  }

  /**
   * Checks the password. A wrong one is reported on the field. Any other error is thrown for the
   * modal to show, because a notice would be hidden behind it.
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
