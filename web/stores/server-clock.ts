import { makeAutoObservable } from 'mobx'
import { leadOf } from '#core/model/server-time.ts'
import type { Timing } from './timing.ts'

/** The time of the server, whose clock decides when money is charged. */
export class ServerClock {
  /** How far it is ahead of the device's clock, in milliseconds, judged by its responses' dates. */
  private lead: number | null = null
  private readonly timing: Timing

  constructor({ timing }: { readonly timing: Timing }) {
    this.timing = timing
    makeAutoObservable<this, 'timing'>(this, { timing: false, now: false }, { autoBind: true })
  }

  readonly now = (): Date => new Date(this.timing.now().getTime() + (this.lead ?? 0))

  learn(time: Date) {
    this.lead = leadOf(this.lead, time, this.timing.now())
  }
}
