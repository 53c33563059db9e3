import { computed, makeAutoObservable, observableRef, reaction } from 'mobx'
import { messages } from '#core/model/messages.ts'

/** A short message that floats above the page. With `retry`, the visitor can repeat what failed. */
export type Notice = {
  readonly id: number
  readonly tone: 'error' | 'success'
  readonly text: string
  readonly retry: (() => void) | null
}

const OFFLINE = 'You’re offline. Try again once you’re connected.'

/** The notice of one action. `page` is the path to which its Retry belongs; null for any. */
type Entry = Notice & { readonly action: string; readonly page: string | null }

const isSame = (one: Pick<Notice, 'tone' | 'text'>, other: Pick<Notice, 'tone' | 'text'>) =>
  one.tone === other.tone && one.text === other.text

/** Merges notices with the same text into one, whose Retry repeats each of the actions. */
const merge = (entries: readonly Entry[]): Notice | null => {
  const [first] = entries
  if (!first) return null
  const retries = entries.flatMap(({ retry }) => retry ?? [])
  const { id, tone, text } = first
  return {
    id,
    tone,
    text,
    retry: retries.length > 0 ? () => retries.forEach((retry) => retry()) : null,
  }
}

/**
 * The visible notices. Each belongs to an action and disappears when the action is retried. Equal
 * ones are shown once.
 */
export class NoticesStore {
  private entries: readonly Entry[] = []
  private lastId = 0
  /** Actions whose form has unmounted. */
  private readonly formless = new Set<string>()

  private readonly isOnline: () => boolean
  /** The path of the page that is open. */
  readonly page: () => string

  /** `isOnline` returns `navigator.onLine`; `page` returns `location.pathname`. */
  constructor(isOnline: () => boolean, page: () => string) {
    this.isOnline = isOnline
    this.page = page
    makeAutoObservable<this, 'entries' | 'lastId' | 'formless' | 'isOnline'>(
      this,
      {
        lastId: false,
        formless: false,
        isOnline: false,
        page: false,
        entries: observableRef,
        all: computed({ keepAlive: true }),
        watch: false,
      },
      { autoBind: true },
    )
  }

  get all(): readonly Notice[] {
    const firsts = this.entries.filter(
      (entry, place) => this.entries.findIndex((other) => isSame(entry, other)) === place,
    )
    return firsts.flatMap(
      (first) => merge(this.entries.filter((entry) => isSame(entry, first))) ?? [],
    )
  }

  /** Calls back with each change. Returns a function that stops it. */
  readonly watch = (changed: () => void): (() => void) => reaction(() => this.all, changed)

  /**
   * Appends `reassurance` to the notice. Retry is offered on `page` only; null offers it
   * everywhere.
   */
  somethingWentWrong(
    action: string,
    retry: (() => void) | null = null,
    reassurance?: string,
    page: string | null = this.page(),
  ) {
    const what = this.isOnline() ? messages.somethingWentWrong : OFFLINE
    const text = reassurance === undefined ? what : `${what} ${reassurance}`
    const isOffered = this.isOpen(page) && !this.formless.has(action)
    this.add({ action, tone: 'error', text, page, retry: isOffered ? retry : null })
  }

  /** Called when another page opens: removes what can be retried only on the previous one. */
  turnPage() {
    this.entries = this.entries.filter(({ retry, page }) => retry === null || this.isOpen(page))
  }

  /** Offers Retry for a form's action until the form unmounts and calls the returned function. */
  offerRetry(action: string): () => void {
    this.formless.delete(action)
    return () => {
      this.formless.add(action)
      this.startOver(action)
    }
  }

  private isOpen(page: string | null): boolean {
    return page === null || page === this.page()
  }

  fail(text: string) {
    this.say('error', text)
  }

  succeed(text: string) {
    this.say('success', text)
  }

  /** Removes the action's notices, since it is being tried again. */
  startOver(action: string) {
    if (this.entries.some((entry) => entry.action === action))
      this.entries = this.entries.filter((entry) => entry.action !== action)
  }

  /** Called when the visitor closes the notice, or when it times out. */
  close(id: number) {
    const closed = this.entries.find((entry) => entry.id === id)
    if (closed) this.entries = this.entries.filter((entry) => !isSame(entry, closed))
  }

  /** Does not repeat a notice that is still visible. */
  private say(tone: Notice['tone'], text: string) {
    if (!this.entries.some((entry) => isSame(entry, { tone, text })))
      this.add({ action: text, tone, text, page: null, retry: null })
  }

  /** Entries with the same text share an id, so their notice stays until the last of them goes. */
  private add(entry: Omit<Entry, 'id'>) {
    const id = this.entries.find((other) => isSame(entry, other))?.id ?? ++this.lastId
    this.startOver(entry.action)
    this.entries = [...this.entries, { ...entry, id }]
  }
}
