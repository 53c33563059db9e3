import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createResultsApp } from '#core/results-app.ts'
import type { ResultsApp } from '#core/results-app.ts'
import type { Mailing } from '#core/ports/admin-api.ts'
import type { MailingRefusal } from '#core/use-cases/send-mailing.ts'
import { Assessments } from './assessment-store.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

const SEND = 'sendMailing'

export type MailingKind = Mailing['kind']

type Dependencies = {
  readonly app: Pick<ResultsApp, 'sendMailing'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly getStore: GetStore
}

/**
 * Mails a result, or the link back to the sign-up. Forgets the address when the form closes.
 */
export class MailingStore {
  /** What the open form is for; null while none is open. */
  kind: MailingKind | null = null
  isSending = false
  refusal: MailingRefusal | null = null
  /** The address that the mail is on its way to; null until one is. */
  sentTo: string | null = null
  /** Identifies the open form, so that a late response to an earlier one can be recognised. */
  private turn = 0
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createResultsApp) }
    makeAutoObservable<this, 'dependencies' | 'turn'>(
      this,
      { dependencies: false, turn: false, refusal: observableRef },
      { autoBind: true },
    )
  }

  /** The visitor's address, if it is already known; otherwise empty. */
  get knownEmail(): string {
    const { currentUser, signUpData } = this.dependencies.global
    return currentUser?.email ?? signUpData.billingEmail
  }

  /** Whether a form waits for an address, so that its button is the main one. */
  get isAsking(): boolean {
    return this.kind !== null && this.sentTo === null
  }

  open(kind: MailingKind) {
    this.close()
    this.kind = kind
  }

  /** Closes the form. A request in progress is still completed. */
  close() {
    this.turn += 1
    this.kind = null
    this.isSending = false
    this.refusal = null
    this.sentTo = null
    this.dependencies.notices.startOver(SEND)
  }

  forgetRefusal() {
    this.refusal = null
  }

  /** Requests the mail. Ignores clicks while a request is in progress. */
  async submit(email: string): Promise<void> {
    const { app, attempt } = this.dependencies
    const { mailing, turn } = this
    if (this.isSending || mailing === null) return
    this.isSending = true
    this.refusal = null
    const again = () => void this.submit(email)
    const outcome = await attempt(SEND, () => app.sendMailing(mailing, email), again)
    runInAction(() => {
      if (turn !== this.turn) {
        if (outcome === 'failed') this.dropRetry()
        return
      }
      this.isSending = false
      if (outcome === 'failed') return
      if (outcome.kind === 'accepted') this.sentTo = email
      else this.refusal = outcome
    })
  }

  private get mailing(): Mailing | null {
    const { survey, moneyBelief } = this.dependencies.getStore(Assessments)
    switch (this.kind) {
      case 'survey':
        return survey.submission
      case 'money_belief':
        return moneyBelief.submission
      case 'finish_later':
        return { kind: this.kind }
      case null:
        return null
    }
  }

  /** A visitor who has closed the form is told of the failure, without Retry. */
  private dropRetry() {
    const { notices } = this.dependencies
    notices.startOver(SEND)
    notices.somethingWentWrong(SEND)
  }
}
