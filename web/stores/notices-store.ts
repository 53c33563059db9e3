import { makeAutoObservable, observableRef } from 'mobx'
import { messages } from '#core/model/messages.ts'

/** A short message that floats above the page. With `retry`, the visitor can repeat what failed. */
export type Notice = {
  readonly id: number
  readonly tone: 'error' | 'success'
  readonly text: string
  readonly retry: (() => void) | null
}

/** The notices that wait to be shown; the toaster takes them one by one. */
export class NoticesStore {
  waiting: readonly Notice[] = []
  private lastId = 0

  constructor() {
    makeAutoObservable<this, 'lastId'>(this, { lastId: false, waiting: observableRef }, { autoBind: true })
  }

  somethingWentWrong(retry: (() => void) | null = null) {
    this.add({ tone: 'error', text: messages.somethingWentWrong, retry })
  }

  fail(text: string) {
    this.add({ tone: 'error', text, retry: null })
  }

  succeed(text: string) {
    this.add({ tone: 'success', text, retry: null })
  }

  /** Hands over what waits and forgets it. */
  take(): readonly Notice[] {
    const taken = this.waiting
    this.waiting = []
    return taken
  }

  private add(notice: Omit<Notice, 'id'>) {
    this.lastId += 1
    this.waiting = [...this.waiting, { ...notice, id: this.lastId }]
  }
}
