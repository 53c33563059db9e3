import pRetry from 'p-retry'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'

/** The error for a host that is a standby, with PostgreSQL's code for a change that one refuses. */
const readOnly = () =>
  Object.assign(new Error('This host of the database accepts no changes.'), { code: '25006' })

/**
 * Asks whether the host accepts changes. The limit, in milliseconds, is for connections without
 * one.
 */
const question = { text: 'show transaction_read_only', query_timeout: 5_000 }

/** How connections reach the primary. */
export type Primary = {
  readonly Client: new (config?: ClientConfig) => Client
  /** Runs the work again, once for each other host, when its connection cannot be made. */
  reach<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * node-postgres connects to a single host. A single URL must therefore lead to the primary. With
 * several, the clients made here try the host that last accepted changes; when it no longer does,
 * the next client tries the next host.
 */
export const primaryOf = (urls: readonly string[]): Primary => {
  if (urls.length === 1) return { Client, reach: (work) => work() }
  let current = 0
  const failures = new WeakSet<object>()

  class PrimaryClient extends Client {
    readonly #tried = current

    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: urls[current] })
      // A pool adds its listener once connected; an error before that would end the process.
      this.on('error', () => {})
    }

    override connect(): Promise<Client>
    override connect(done: ((error: Error) => void) | ((error: null, client: Client) => void)): void
    override connect(done?: (error: never, client: Client) => void): Promise<Client> | void {
      const connected = this.#connect()
      if (done === undefined) return connected
      const settle = done as (error: Error | null, client?: Client) => void
      void connected.then(() => settle(null, this), settle)
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect()
        const { rows } = await this.query<{ transaction_read_only: string }>(question)
        if (rows[0]?.transaction_read_only !== 'off') throw readOnly()
        return this
      } catch (error) {
        if (current === this.#tried) current = (current + 1) % urls.length
        failures.add(error as Error)
        void this.end().catch(() => {})
        throw error
      }
    }
  }

  return {
    Client: PrimaryClient,
    reach: (work) =>
      pRetry(work, {
        retries: urls.length - 1,
        minTimeout: 0,
        // When a connection takes too long, the pool reports an error that wraps the original one.
        shouldRetry: ({ error }) =>
          failures.has(error) || (error.cause instanceof Error && failures.has(error.cause)),
      }),
  }
}
