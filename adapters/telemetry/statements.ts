import { tracingChannel } from 'node:diagnostics_channel'

export type Statement = {
  /** The SQL with placeholders: the values are not in it. */
  readonly text: string
  /** Set when the statement failed. */
  readonly error?: unknown
}

/** Publishes each statement for tracing. Without subscribers it costs nothing. */
export const statements = tracingChannel<unknown, Statement>('evenkeel.statement')
