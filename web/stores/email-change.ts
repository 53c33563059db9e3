import { makeAutoObservable, runInAction } from 'mobx'
import type { AccountApp } from '#core/account-app.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { ChangeOfEmailOutcome } from '#core/use-cases/change-email.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import { ReauthenticateStore } from './reauthenticate-store.ts'

type Dependencies = {
  readonly app: Pick<AccountApp, 'changeEmail'>
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly origin: string
  readonly getStore: GetStore
  /** The draft that remembers the new address until it is confirmed. */
  readonly draft: 'account' | 'verify-email'
  readonly whenSent?: (email: string) => void
}

export type EmailChangeRefusal = Exclude<
  ChangeOfEmailOutcome['kind'],
  'sent' | 'recent-login-required'
>

/** Changes the sign-in email. The old one stays valid until the link in the mail is opened. */
export class EmailChange {
  isAsking = false
  refusal: EmailChangeRefusal | null = null
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true })
  }

  /** The new address that is awaiting confirmation; empty when there is none. */
  get pendingEmail(): string {
    return this.dependencies.global.draft(this.dependencies.draft).pendingEmail ?? ''
  }

  /**
   * Mails the new address a link that leads back to `journey`, or to the account. Where the
   * provider requires a recent sign-in, asks for the password first. A refusal is passed to
   * `whenRefused`, or without it kept in `refusal` for the form.
   */
  async ask(
    email: string,
    journey: AccountJourney | null,
    whenRefused?: (refusal: EmailChangeRefusal) => void,
  ): Promise<'sent' | 'waiting' | 'refused' | 'failed'> {
    const { app, global, attempt, origin, draft, whenSent, getStore } = this.dependencies
    if (this.isAsking) return 'waiting'
    this.isAsking = true
    this.refusal = null
    const again = () => void this.ask(email, journey, whenRefused)
    const outcome = await attempt(
      'changeEmail',
      () => app.changeEmail({ email, journey, origin }),
      again,
    )
    return runInAction(() => {
      this.isAsking = false
      if (outcome === 'failed') return 'failed'
      switch (outcome.kind) {
        case 'sent':
          global.saveDraft(draft, { pendingEmail: email })
          whenSent?.(email)
          return 'sent'
        case 'recent-login-required':
          getStore(ReauthenticateStore).ask(again)
          return 'waiting'
        case 'email-taken':
        case 'invalid-email':
        case 'too-many-requests':
          if (whenRefused) whenRefused(outcome.kind)
          else this.refusal = outcome.kind
          return 'refused'
      }
    })
  }

  forgetRefusal() {
    this.refusal = null
  }

  /** Hides the pending change. The link stays valid. */
  forgetPending() {
    this.dependencies.global.dropDraft(this.dependencies.draft)
  }
}
