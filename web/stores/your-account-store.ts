import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { createAccountApp } from '#core/account-app.ts'
import type { AccountApp } from '#core/account-app.ts'
import { isOutdated } from '#core/model/subscription.ts'
import { waitWords } from '#core/model/wait-words.ts'
import type { Account } from '#core/use-cases/load-account.ts'
import type { Attempt } from './attempt.ts'
import type { GetStore, StoreParts } from './create-stores.ts'
import type { GlobalStore } from './global-store.ts'
import type { NoticesStore } from './notices-store.ts'
import { ServerClock } from './server-clock.ts'
import type { Timing } from './timing.ts'

type AccountRecords = Omit<Account, 'profile' | 'subscriber'>

type Dependencies = {
  readonly app: Pick<AccountApp, 'loadAccount' | 'loadMoreDiagnoses' | 'exportAccount'>
  readonly global: GlobalStore
  readonly notices: NoticesStore
  readonly attempt: Attempt
  readonly timing: Pick<Timing, 'sleep'>
  readonly getStore: GetStore
}

/** How long to wait for data that may have changed, in milliseconds. */
const CATCH_UP_LIMIT = 5000

/**
 * What the account page shows besides the profile: plans, invoices, past results, and the export.
 */
export class YourAccountStore {
  private loaded: { readonly userId: string; readonly records: AccountRecords } | null = null
  private loading: { readonly userId: string; readonly done: Promise<void> } | null = null
  isLoadFailed = false
  isLoadingMore = false
  isExporting = false
  private readonly dependencies: Dependencies

  constructor(parts: StoreParts) {
    this.dependencies = { ...parts, app: parts.appWith(createAccountApp) }
    makeAutoObservable<this, 'dependencies' | 'loaded' | 'loading'>(
      this,
      { dependencies: false, loaded: observableRef, loading: false },
      { autoBind: true },
    )
  }

  /** Null until loaded for the signed-in user. */
  get records(): AccountRecords | null {
    return this.loaded?.userId === this.dependencies.global.currentUser?.id
      ? (this.loaded?.records ?? null)
      : null
  }

  /** Loads the records and the profile. Until then, the screen keeps what it shows. */
  async load(): Promise<void> {
    const userId = this.dependencies.global.currentUser?.id
    if (userId === undefined) return
    if (this.loading?.userId !== userId) this.loading = { userId, done: this.loadFor(userId) }
    await this.loading.done
  }

  /** Reloads once the current period or trial is over. */
  loadIfOutdated() {
    const { global, getStore } = this.dependencies
    const subscription = global.profile?.subscription
    if (subscription && isOutdated(subscription, getStore(ServerClock).now())) void this.load()
  }

  /** Reloads, but stops waiting after a time limit. */
  async catchUp(): Promise<void> {
    await Promise.race([this.load(), this.dependencies.timing.sleep(CATCH_UP_LIMIT)])
  }

  private async loadFor(userId: string): Promise<void> {
    const { app, global, attempt } = this.dependencies
    const { profile: known } = global
    this.isLoadFailed = false
    const account = await attempt(
      'loadAccount',
      () => app.loadAccount(),
      this.records === null ? 'in-place' : this.load,
    )
    // Another user has signed in meanwhile, and their page is loading now.
    if (this.loading?.userId !== userId) return
    // The profile has changed since the request was sent, so the response may be older.
    if (account !== 'failed' && global.profile !== known) return this.loadFor(userId)
    runInAction(() => {
      this.loading = null
      this.isLoadFailed = account === 'failed'
      if (account === 'failed' || global.currentUser?.id !== userId) return
      const { profile, subscriber, ...records } = account
      global.saveSubscriber(subscriber)
      this.loaded = { userId, records }
      global.changeProfile(profile)
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
   * Passes everything stored about the user to `save` as JSON text, or says how long to wait until
   * the next export.
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
          `You have downloaded your data a few times already. Please try again in ${waitWords(outcome.retryAfterSeconds)}.`,
        )
        break
    }
  }
}
