import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { App } from '#core/app.ts'
import { forwardOf, parseMailLink } from '#core/model/mail-link.ts'
import type { MailLink } from '#core/model/mail-link.ts'
import type { MailLinkDone, OpenMailLinkOutcome } from '#core/use-cases/open-mail-link.ts'
import type { Attempt } from './attempt.ts'
import type { GlobalStore } from './global-store.ts'

export type MailLinkStage =
  | { readonly kind: 'opening' }
  /** A page of its own serves this link. */
  | { readonly kind: 'forward'; readonly path: string }
  /** A part of the link is missing. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'failed' }
  | OpenMailLinkOutcome

export type MailLinkFinished = Extract<MailLinkStage, { readonly kind: MailLinkDone }>

type Dependencies = {
  readonly app: Pick<App, 'openMailLink' | 'resetPassword' | 'checkEmailVerified'>
  readonly global: GlobalStore
  readonly attempt: Attempt
  readonly origin: string
}

/** Where the link of an identity mail has led to. */
export class MailLinkStore {
  stage: MailLinkStage = { kind: 'opening' }
  link: MailLink | null = null
  isBusy = false
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false, stage: observableRef, link: observableRef }, { autoBind: true })
  }

  /** `search` as in `location.search`. */
  async open(search: string): Promise<void> {
    const { app, attempt, origin } = this.dependencies
    const link = parseMailLink(search, origin)
    this.link = link
    if (link === null) return this.show({ kind: 'broken' })
    const path = forwardOf(link)
    if (path !== null) return this.show({ kind: 'forward', path })
    this.show({ kind: 'opening' })
    const outcome = await attempt('openMailLink', () => app.openMailLink(link))
    if (outcome === 'failed') return this.show({ kind: 'failed' })
    if (outcome.kind === 'email-changed' || outcome.kind === 'email-recovered') await this.renewUser()
    this.show(outcome)
  }

  /** What the link did before this page was loaded anew. */
  recall(finished: MailLinkFinished) {
    this.stage = finished
  }

  /** After `reset` there is nothing more to show: the visitor goes on to sign-in. */
  async setPassword(password: string, retry: () => void): Promise<'reset' | 'weak-password' | 'common-password' | 'refused' | 'ignored' | 'failed'> {
    const { app, attempt } = this.dependencies
    const { stage, link } = this
    if (this.isBusy || stage.kind !== 'choose-password' || link === null) return 'ignored'
    this.isBusy = true
    const outcome = await attempt('resetPassword', () => app.resetPassword({ code: link.code, password, email: stage.email }), retry)
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

  private show(stage: MailLinkStage) {
    this.stage = stage
  }

  /** The session of this device may know an address that is the account's no more, or be over. */
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
