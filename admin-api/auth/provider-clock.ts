import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { googleKeys } from './verify-token.ts'

/** What the identity provider's latest responses show about it. */
export type ProviderWatch = {
  /**
   * How far our clock is ahead of the provider's, in milliseconds; negative: behind. Null: unknown.
   */
  aheadMs(): number | null
  /** Whether it answered when it was last asked; null before the first time. */
  isReached(): boolean | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const timeoutMs = 5000

/** The largest difference at which the clocks count as agreeing. */
const mostSkewMs = 5 * minuteMs

/**
 * A URL of the identity provider that needs no authentication: its key set or the emulator's root.
 */
export const clockAddress = (emulatorHost: string | null): string =>
  emulatorHost === null ? googleKeys : `http://${emulatorHost}/`

/**
 * Returns how far our clock is ahead of that of the server at `url`, in milliseconds, by the
 * response's Date header. Throws without that header, or when the server fails.
 */
export const measureSkew = async (url: string, clock: () => Date): Promise<number> => {
  const { headers, status } = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (status >= 500) throw new Error(`The identity provider answers ${status}.`)
  const said = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(said)) throw new Error('The identity provider does not say what time it is.')
  // A cache in between may serve an older response.
  const ageMs = 1000 * Number(headers.get('age') ?? 0)
  return clock().getTime() - said - ageMs
}

/** Such as `26 h ahead of`; null while the clocks agree within five minutes. */
export const describeSkew = (aheadMs: number): string | null => {
  const size = Math.abs(aheadMs)
  if (size <= mostSkewMs) return null
  const amount = size >= 2 * hourMs ? [size / hourMs, 'h'] : [size / minuteMs, 'min']
  return `${Math.round(Number(amount[0]))} ${amount[1]} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
}

type Watched = {
  readonly emulatorHost: string | null
  readonly clock: () => Date
  readonly logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** Asks the identity provider for the time, immediately and then every minute. */
export const watchProvider = ({
  emulatorHost,
  clock,
  logger,
}: Watched): ProviderWatch & { stop(): void } => {
  let known: number | null = null
  let reached: boolean | null = null
  const look = async () => {
    try {
      known = await measureSkew(clockAddress(emulatorHost), clock)
      reached = true
      if (describeSkew(known) !== null)
        logger.error({ aheadSeconds: Math.round(known / 1000) }, 'our clock is wrong')
    } catch (error) {
      reached = false
      logger.warn({ err: error }, 'the identity provider does not answer')
    }
  }
  void look()
  const timer = setInterval(() => void look(), minuteMs)
  timer.unref()
  return { aheadMs: () => known, isReached: () => reached, stop: () => clearInterval(timer) }
}

/** Registers gauges for the clock difference and the reachability, once they are known. */
export const measureProviderWatch = (
  metrics: Registry,
  { aheadMs, isReached }: ProviderWatch,
): void => {
  metrics.registerMetric(
    new Gauge({
      name: 'identity_provider_up',
      help: 'Whether the identity provider answered when it was last asked',
      registers: [],
      collect() {
        this.remove()
        const reached = isReached()
        if (reached !== null) this.set(reached ? 1 : 0)
      },
    }),
  )
  metrics.registerMetric(
    new Gauge({
      name: 'clock_ahead_seconds',
      help: "How far our clock is ahead of the identity provider's; negative: behind",
      registers: [],
      collect() {
        this.remove()
        const known = aheadMs()
        if (known !== null) this.set(known / 1000)
      },
    }),
  )
}

/**
 * Counts tokens refused because their times are far from our clock, and logs at most one a minute.
 * Returns a function to call with how far our clock seems ahead, in milliseconds.
 */
export const countSkewedTokens = (
  metrics: Registry,
  { clock, logger }: Pick<Watched, 'clock' | 'logger'>,
): ((aheadMs: number) => void) => {
  const refused = new Counter({
    name: 'id_tokens_refused_by_clock_total',
    help: 'ID tokens refused because their times differ much from our clock',
    registers: [metrics],
  })
  let loggedAt = -Infinity
  return (aheadMs) => {
    refused.inc()
    const now = clock().getTime()
    if (now - loggedAt < minuteMs) return
    loggedAt = now
    logger.warn(
      { aheadSeconds: Math.round(aheadMs / 1000) },
      'an ID token was refused: its times differ much from our clock',
    )
  }
}
