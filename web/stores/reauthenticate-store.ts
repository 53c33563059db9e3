import { makeAutoObservable, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import { messages } from '#core/model/messages.ts'
import type { GlobalStore } from './global-store.ts'

type Dependencies = { readonly app: Pick<App, 'reauthenticate'>; readonly global: GlobalStore }

/** Asking for the password once more, on top of any page. */
export class ReauthenticateStore {
  isBusy = false
  passwordError: string | null = null
  private isConfirmed = false
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies' | 'isConfirmed'>(
      this,
      { dependencies: false, isConfirmed: false },
      { autoBind: true },
    )
  }

  get isOpen(): boolean {
    return this.dependencies.global.modals.reauthenticate.isOpen
  }

  /** Opens the modal; `whenConfirmed` runs after it closed, if the password was right. */
  ask(whenConfirmed: () => void) {
    this.isConfirmed = false
    this.passwordError = null
    if (this.isOpen) return
    this.dependencies.global.toggleReauthenticate(() => {
      if (this.isConfirmed) whenConfirmed()
    })
  }

  /** The visitor changed their mind. */
  cancel() {
    if (this.isOpen) this.dependencies.global.toggleReauthenticate()
  }

  forgetError() {
    this.passwordError = null
  }

  /** A wrong password is said on the field; any other error is rethrown. */
  async confirm(password: string): Promise<void> {
    if (this.isBusy) return
    const { app, global } = this.dependencies
    this.isBusy = true
    this.passwordError = null
    try {
      const outcome = await app.reauthenticate(password)
      runInAction(() => {
        if (outcome.kind === 'wrong-password') this.passwordError = messages.reauthenticate.wrongPassword
        else if (outcome.kind === 'too-many-requests') {
          this.passwordError = 'That was a lot of tries. Please wait a few minutes and try again.'
        } else {
          this.isConfirmed = true
          global.clearUserData()
          global.toggleReauthenticate()
        }
      })
    } finally {
      runInAction(() => {
        this.isBusy = false
      })
    }
  }
}
