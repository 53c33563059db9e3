import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import type { Account } from '#core/use-cases/load-account.ts'
import type { Attempt } from './attempt.ts'
import type { StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'

type AccountRecords = Omit<Account, 'profile' | 'subscriber'>

type Dependencies = {
  readonly app: Pick<AccountApp, 'loadAccount' | 'loadMoreDiagnoses' | 'exportAccount'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
}

/** A wait in words, rounded up. */
const inMinutes = (seconds: number): string =>
  seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`

/**
 * What the account page shows besides the profile: plans, invoices, past results, and the export.
 */
export class YourAccountStore {
  private loaded: { readonly userId: string; readonly records: AccountRecords } | null = null
  private loadingFor: string | null = null
  isLoadFailed = false
  isLoadingMore = false
  isExporting = false
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    makeAutoObservable<this, 'dependencies' | 'loaded' | 'loadingFor'>(
      this,
      { dependencies: false, loaded: observableRef, loadingFor: false },
      { autoBind: true },
    )
  }

  /** Null until they are loaded for the signed-in user. */
  get records(): AccountRecords | null {
    return this.loaded?.userId === this.dependencies.global.currentUser?.id
      ? (this.loaded?.records ?? null)
      : null
  }

  async load() {
    const { app, global, attempt } = this.dependencies
    const userId = global.currentUser?.id
    if (userId === undefined || this.loadingFor === userId) return
    this.loadingFor = userId
    this.isLoadFailed = false
    const account = await attempt(
      'loadAccount',
      () => app.loadAccount(global.profile),
      this.records === null ? 'in-place' : this.load,
    )
    runInAction(() => {
      // Another user's page is being loaded by now.
      if (this.loadingFor !== userId) return
      this.loadingFor = null
      this.isLoadFailed = account === 'failed'
      if (account === 'failed' || global.currentUser?.id !== userId) return
      const { profile, subscriber, ...records } = account
      global.saveSubscriber(subscriber)
      this.loaded = { userId, records }
      if (global.profile === null) global.changeProfile(profile)
    })
  }

  /** Adds the next page of past results, if there is one. */
  async loadMoreDiagnoses() {
    const { app, attempt } = this.dependencies
    const { loaded, records } = this
    const cursor = records?.diagnoses.nextCursor
    if (this.isLoadingMore || loaded === null || !cursor) return
    this.isLoadingMore = true
    const page = await attempt(
      'loadMoreDiagnoses',
      () => app.loadMoreDiagnoses(cursor),
      () => void this.loadMoreDiagnoses(),
    )
    runInAction(() => {
      this.isLoadingMore = false
      if (page === 'failed' || this.loaded !== loaded) return
      const diagnoses = { ...page, items: [...loaded.records.diagnoses.items, ...page.items] }
      this.loaded = { ...loaded, records: { ...loaded.records, diagnoses } }
    })
  }

  /**
   * Hands all that is stored to `save`, as the text of a JSON file, or says when it can be had
   * again.
   */
  async download(save: (text: string) => void): Promise<void> {
    if (this.isExporting) return
    const { app, attempt, notices } = this.dependencies
    this.isExporting = true
    const outcome = await attempt(
      'exportAccount',
      () => app.exportAccount(),
      () => void this.download(save),
    )
    runInAction(() => {
      this.isExporting = false
    })
    if (outcome === 'failed') return
    switch (outcome.kind) {
      case 'exported':
        save(`${JSON.stringify(outcome.everything, null, 2)}\n`)
        break
      case 'rate-limited':
        notices.fail(
          `You have downloaded your data a few times already. Please try again in ${inMinutes(outcome.retryAfterSeconds)}.`,
        )
        break
    }
  }
}
