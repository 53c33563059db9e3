import { makeAutoObservable } from 'mobx'
import type { Timing } from './timing.ts'

/** The time of the server, whose clock decides when money is charged. */
export class ServerClock {
  /** How far it is ahead of the device's, in milliseconds, as far as its answers have told. */
  private lead: number | null = null
  private readonly timing: Timing

  constructor({ timing }: { readonly timing: Timing }) {
    this.timing = timing
    makeAutoObservable<this, 'timing'>(this, { timing: false, now: false }, { autoBind: true })
  }

  readonly now = (): Date => new Date(this.timing.now().getTime() + (this.lead ?? 0))

  /** An answer takes time, or comes from a cache: of all that was heard, the latest is right. */
  learn(time: Date) {
    const lead = time.getTime() - this.timing.now().getTime()
    if (this.lead === null || lead > this.lead + 1000) this.lead = lead
  }
}
