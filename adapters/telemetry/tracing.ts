import type { FastifyInstance } from 'fastify'

/** Where traces are sent, from OpenTelemetry's own environment variables. */
export type TracingSettings = {
  /** The base address of an OTLP/HTTP collector; `/v1/traces` is appended. */
  readonly endpoint: string
  /** Sent with each request to the collector. */
  readonly headers: Readonly<Record<string, string>>
  /** The share of traces that is kept, 0 to 1. */
  readonly share: number
}

export type Tracing = {
  /** Makes each request a span, except for health probes, metrics and files. */
  traceRequests(app: FastifyInstance): void
  /** Sends the pending spans, for two seconds at most. */
  close(): Promise<void>
}

export type TracingParts = {
  /** Such as `evenkeel-api`. */
  readonly service: string
  /** Whether the called servers are our own, and continue the trace. */
  readonly passesOn: boolean
  /** Called when traces could not be sent. */
  readonly onError: (message: string) => void
}

type Environment = Readonly<Record<string, string | undefined>>

const isEndpoint = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** Reads `name=value,name=value`, percent-encoded; null for anything else. */
const readHeaders = (text: string): Readonly<Record<string, string>> | null => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map((pair) => [pair![1]!.toLowerCase(), decodeURIComponent(pair![2]!)]),
    )
  } catch {
    return null
  }
}

/**
 * Reads the tracing settings; null without a collector. Each of `problems` is a sentence, without
 * the headers' values.
 */
export const readTracing = (
  environment: Environment,
): { readonly tracing: TracingSettings | null; readonly problems: readonly string[] } => {
  const text = (name: string) => environment[name]?.trim() || null
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  const given = text('OTEL_EXPORTER_OTLP_HEADERS')
  const headers = given === null ? {} : readHeaders(given)
  const share = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  const problems = [
    ...(endpoint === null || isEndpoint(endpoint)
      ? []
      : ['OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.']),
    ...(headers === null
      ? ['OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.']
      : []),
    ...(share >= 0 && share <= 1 ? [] : ['OTEL_TRACES_SAMPLER_ARG must be from 0 to 1.']),
  ]
  return {
    tracing: endpoint === null ? null : { endpoint, headers: headers ?? {}, share },
    problems,
  }
}
