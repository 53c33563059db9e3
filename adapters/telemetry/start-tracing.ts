import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import { traceOutgoing } from './trace-outgoing.ts'
import { traceRequests } from './trace-requests.ts'
import { traceStatements } from './trace-statements.ts'
import type { Tracing, TracingParts, TracingSettings } from './tracing.ts'

const closeTimeoutMs = 2000

/** The longest attribute value, in characters. SQL without its values is shorter. */
const longestText = 2000

const ignore = () => {}

/** Removes error messages, which can repeat a row's values; the type of the error is kept. */
const withoutMessages: SpanProcessor = {
  onStart: ignore,
  onEnding: (span) => void span.setStatus({ code: span.status.code }),
  onEnd: ignore,
  forceFlush: async () => {},
  shutdown: async () => {},
}

const createProvider = ({ endpoint, headers, share }: TracingSettings, service: string) => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
  })
  // Samples by trace id, so that all processes keep the same traces and no caller can force one.
  const sampler = new TraceIdRatioBasedSampler(share)
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanLimits: { eventCountLimit: 0, attributeValueLengthLimit: longestText },
    spanProcessors: [withoutMessages, new BatchSpanProcessor({ exporter })],
  })
}

/** Sets OpenTelemetry up for this process, as its only provider. */
export const startTracing = (
  settings: TracingSettings,
  { service, passesOn, onError }: TracingParts,
): Tracing => {
  diag.setLogger(
    { error: onError, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR },
  )
  const provider = createProvider(settings, service)
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const stops = [
    traceOutgoing(passesOn ? new W3CTraceContextPropagator() : null),
    traceStatements(),
  ]
  return {
    traceRequests,
    close: async () => {
      for (const stop of stops) stop()
      await Promise.race([
        provider.shutdown().catch((error: unknown) => onError(String(error))),
        new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref()),
      ])
      trace.disable()
      context.disable()
      diag.disable()
    },
  }
}
