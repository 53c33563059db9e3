import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { changesEmail } from '#core/model/mail-link.ts'
import type { MailLink } from '#core/model/mail-link.ts'
import type { ApplyMailCodeOutcome } from '#core/ports/auth-mail.ts'
import type { OpenMailLinkOutcome } from '#core/use-cases/open-mail-link.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'

/** What a link does once its reader confirms it with a click. */
export type MailLinkAction = 'change-email' | 'recover-email' | 'remove-second-factor'

export type MailLinkStage =
  | { readonly kind: 'opening' }
  /** Another page handles this link. */
  | { readonly kind: 'forward'; readonly path: string }
  /** A part of the link is missing. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'failed' }
  /** The link waits for the new password. */
  | { readonly kind: 'choose-password'; readonly email: string }
  /**
   * The link waits for a click, so that a mail scanner that opens it neither changes nor undoes
   * anything.
   */
  | { readonly kind: 'ask'; readonly action: MailLinkAction; readonly email: string }
  | MailLinkFinished
  | Exclude<OpenMailLinkOutcome, { kind: 'ready' }>
  | Exclude<ApplyMailCodeOutcome, { kind: 'applied' }>

/** Done; `email` is the address of the account from now on. */
export type MailLinkFinished = {
  readonly kind: 'email-changed' | 'email-recovered' | 'phone-removed'
  readonly email: string
}

const done: Readonly<Record<MailLinkAction, MailLinkFinished['kind']>> = {
  'change-email': 'email-changed',
  'recover-email': 'email-recovered',
  'remove-second-factor': 'phone-removed',
}

const stageOf = (kind: MailLink['kind'], email: string): MailLinkStage => {
  switch (kind) {
    case 'reset-password':
      return { kind: 'choose-password', email }
    // A link that confirms an email was forwarded before this point.
    case 'verify-email':
      return { kind: 'link-invalid' }
    case 'change-email':
    case 'recover-email':
    case 'remove-second-factor':
      return { kind: 'ask', action: kind, email }
  }
}

type Dependencies = {
  readonly app: Pick<
    AccountApp,
    'readMailLink' | 'openMailLink' | 'followMailLink' | 'resetPassword' | 'checkEmailVerified'
  >
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly origin: string
}

/** The state of a link opened from one of the identity provider's mails. */
export class MailLinkStore {
  stage: MailLinkStage = { kind: 'opening' }
  link: MailLink | null = null
  isBusy = false
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    makeAutoObservable<this, 'dependencies'>(
      this,
      { dependencies: false, stage: observableRef, link: observableRef },
      { autoBind: true },
    )
  }

  /** `search` as in `location.search`. */
  async open(search: string): Promise<void> {
    const { app, attempt, origin } = this.dependencies
    this.show({ kind: 'opening' })
    const link = await attempt(
      'openMailLink',
      () => app.readMailLink({ search, origin }),
      'in-place',
    )
    if (link === 'failed') return this.show({ kind: 'failed' })
    this.keep(link)
    if (link === null) return this.show({ kind: 'broken' })
    if (link.forwardTo !== null) return this.show({ kind: 'forward', path: link.forwardTo })
    const outcome = await attempt('openMailLink', () => app.openMailLink(link), 'in-place')
    if (outcome === 'failed') return this.show({ kind: 'failed' })
    this.show(outcome.kind === 'ready' ? stageOf(link.kind, outcome.email) : outcome)
  }

  /** Does what the link is for, after its reader's click. */
  async follow(): Promise<void> {
    const { app, attempt } = this.dependencies
    const { stage, link } = this
    if (this.isBusy || stage.kind !== 'ask' || link === null) return
    this.isBusy = true
    const outcome = await attempt(
      'followMailLink',
      () => app.followMailLink(link),
      () => void this.follow(),
    )
    const isApplied = outcome !== 'failed' && outcome.kind === 'applied'
    if (isApplied && changesEmail(stage.action)) await this.renewUser()
    runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return
      this.stage =
        outcome.kind === 'applied' ? { kind: done[stage.action], email: stage.email } : outcome
    })
  }

  /** Restores what the link had done before this page was reloaded. */
  recall(finished: MailLinkFinished) {
    this.stage = finished
  }

  /** After `reset` there is nothing more to show: the visitor continues to sign-in. */
  async setPassword(
    password: string,
    retry: () => void,
  ): Promise<'reset' | 'weak-password' | 'common-password' | 'refused' | 'ignored' | 'failed'> {
    const { app, attempt } = this.dependencies
    const { stage, link } = this
    if (this.isBusy || stage.kind !== 'choose-password' || link === null) return 'ignored'
    this.isBusy = true
    const outcome = await attempt(
      'resetPassword',
      () => app.resetPassword({ code: link.code, password, email: stage.email }),
      retry,
    )
    return runInAction(() => {
      this.isBusy = false
      if (outcome === 'failed') return 'failed'
      switch (outcome.kind) {
        case 'reset':
        case 'weak-password':
        case 'common-password':
          return outcome.kind
        case 'link-invalid':
        case 'link-expired':
        case 'user-disabled':
        case 'too-many-requests':
          this.stage = { kind: outcome.kind }
          return 'refused'
      }
    })
  }

  private keep(link: MailLink | null) {
    this.link = link
  }

  private show(stage: MailLinkStage) {
    this.stage = stage
  }

  /**
   * Reloads the user of this device, whose address may have changed or whose session may have
   * ended.
   */
  private async renewUser(): Promise<void> {
    const { app, global, attempt } = this.dependencies
    if (global.currentUser === null) return
    const outcome = await attempt('checkEmailVerified', () => app.checkEmailVerified())
    if (outcome === 'failed') return
    switch (outcome.kind) {
      case 'signed-out':
        return global.leaveUser()
      case 'not-yet':
        return global.changeUser(outcome.user)
      case 'verified':
        return global.enterUser(outcome.user, outcome.profile ?? global.profile)
    }
  }
}
