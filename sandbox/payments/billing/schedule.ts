/**
 * Runs what becomes due as time passes, in order: trials end, periods renew, invoices are retried.
 */
import type { Invoice } from '../objects/invoices.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import type { Sandbox } from '../sandbox.ts'
import { voidInvoice } from './invoices.ts'
import { previewInvoice } from './preview.ts'
import { phaseEnd, startNextPhase } from './schedule-phases.ts'
import { currentPeriod } from './subscription-period.ts'
import {
  endSubscription,
  endTrial,
  expireIncomplete,
  finalizeAndCharge,
  retryInvoice,
  startPeriod,
} from './subscriptions.ts'

const DAY = 86_400
const ANNOUNCED_BEFORE = 3 * DAY
const INCOMPLETE_FOR = 23 * 3600

/** How long before a renewal `invoice.upcoming` is sent; a shorter period gets none. */
const UPCOMING_BEFORE = 7 * DAY

interface Job {
  at: number
  run: () => void
}

/** Announces the invoice of the next renewal. */
const upcomingJobOf = (sandbox: Sandbox, subscription: Subscription): Job | null => {
  const { start, end } = currentPeriod(subscription)
  const at = end - UPCOMING_BEFORE
  const { status, cancel_at: cancelAt } = subscription
  const renews = status === 'active' || status === 'past_due' || status === 'trialing'
  const ends = cancelAt !== null && cancelAt <= end
  if (!renews || ends || at <= start || subscription._renewal_announced === end) return null
  return {
    at,
    run: () => {
      subscription._renewal_announced = end
      const { id: _unsent, ...invoice } = previewInvoice(sandbox, subscription, {
        changes: [],
        proration: 'none',
        time: at,
        discounts: null,
      })
      sandbox.emit('invoice.upcoming', invoice)
    },
  }
}

const jobOf = (sandbox: Sandbox, subscription: Subscription): Job | null => {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const jobs: Job[] = []
  const schedule = sandbox.state.subscriptionSchedules[subscription.schedule ?? '']
  const phaseEndsAt = schedule ? phaseEnd(schedule) : null
  // Before a renewal that is due at the same moment, since that bills the new phase.
  if (schedule && phaseEndsAt !== null)
    jobs.push({ at: phaseEndsAt, run: () => startNextPhase(sandbox, schedule) })
  if (status === 'trialing' && trialEnd !== null) {
    if (!subscription._trial_end_announced) {
      jobs.push({
        at: Math.max(subscription.created, trialEnd - ANNOUNCED_BEFORE),
        run: () => {
          subscription._trial_end_announced = true
          sandbox.emit('customer.subscription.trial_will_end', subscription)
        },
      })
    }
    if (cancelAt === null || cancelAt > trialEnd)
      jobs.push({ at: trialEnd, run: () => endTrial(sandbox, subscription, { atOnce: null }) })
  }
  if (status === 'active' || status === 'past_due' || status === 'unpaid') {
    const { end } = currentPeriod(subscription)
    if (cancelAt === null || cancelAt > end) {
      jobs.push({
        at: end,
        run: () =>
          startPeriod(sandbox, subscription, end, { reason: 'subscription_cycle', atOnce: null }),
      })
    }
  }
  const { pending_update: pending, _pending_change: pendingChange } = subscription
  const pendingInvoice = sandbox.state.invoices[pendingChange?.invoice ?? '']
  if (pending && pendingInvoice?.status === 'open')
    jobs.push({ at: pending.expires_at, run: () => voidInvoice(sandbox, pendingInvoice) })
  const upcoming = upcomingJobOf(sandbox, subscription)
  if (upcoming) jobs.push(upcoming)
  if (status === 'incomplete') {
    jobs.push({
      at: subscription.created + INCOMPLETE_FOR,
      run: () => expireIncomplete(sandbox, subscription),
    })
  }
  const mayEnd = status === 'trialing' || status === 'active' || status === 'past_due'
  if (cancelAt !== null && (mayEnd || status === 'unpaid')) {
    jobs.push({
      at: cancelAt,
      run: () => endSubscription(sandbox, subscription, 'cancellation_requested'),
    })
  }
  return jobs.toSorted((one, other) => one.at - other.at)[0] ?? null
}

const invoiceJobOf = (sandbox: Sandbox, invoice: Invoice): Job | null => {
  const { status, automatically_finalizes_at: finalizesAt, next_payment_attempt: retryAt } = invoice
  if (status === 'draft' && finalizesAt !== null)
    return { at: finalizesAt, run: () => finalizeAndCharge(sandbox, invoice) }
  if (status === 'open' && retryAt !== null)
    return { at: retryAt, run: () => retryInvoice(sandbox, invoice) }
  return null
}

const nextJob = (sandbox: Sandbox, testClock: string | null): Job | null => {
  let next: Job | null = null
  for (const subscription of Object.values(sandbox.state.subscriptions)) {
    if (subscription.test_clock !== testClock) continue
    const job = jobOf(sandbox, subscription)
    if (job && (next === null || job.at < next.at)) next = job
  }
  for (const invoice of Object.values(sandbox.state.invoices)) {
    if (invoice.test_clock !== testClock) continue
    const job = invoiceJobOf(sandbox, invoice)
    if (job && (next === null || job.at < next.at)) next = job
  }
  return next
}

/**
 * Does everything that is due by `until`, each thing at its own time, on the sandbox's own clock
 * (null) or on a test clock. Returns the number of jobs that ran.
 */
export const runDue = (sandbox: Sandbox, testClockId: string | null, until: number): number => {
  const testClock = testClockId === null ? null : sandbox.state.testClocks[testClockId]
  let done = 0
  for (
    let job = nextJob(sandbox, testClockId);
    job && job.at <= until;
    job = nextJob(sandbox, testClockId)
  ) {
    const { at, run } = job
    if (testClock) {
      testClock.frozen_time = Math.max(testClock.frozen_time, at)
      run()
    } else {
      sandbox.at(at, run)
    }
    done += 1
  }
  return done
}

/**
 * Moves the sandbox's own clock forward to `to`, and does everything that becomes due on the way.
 */
export const advanceClock = (sandbox: Sandbox, to: number): number => {
  const done = runDue(sandbox, null, to)
  sandbox.setNow(to)
  return done
}
