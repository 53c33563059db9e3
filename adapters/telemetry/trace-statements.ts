import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Span } from '@opentelemetry/api'
import { statements } from './statements.ts'
import type { Statement } from './statements.ts'

/** A short name for a statement, such as `select users`. */
const summaryOf = (text: string): string => {
  const [verb = 'statement'] = /\w+/.exec(text) ?? []
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : typeof error

/** Makes each statement of traced work a span. Returns a function that stops it. */
export const traceStatements = () => {
  const tracer = trace.getTracer('evenkeel')
  const spans = new WeakMap<Statement, Span>()
  const end = (statement: Statement) => {
    const span = spans.get(statement)
    if (statement.error !== undefined)
      span
        ?.setStatus({ code: SpanStatusCode.ERROR })
        .setAttribute('error.type', codeOf(statement.error))
    span?.end()
  }
  const subscribers = {
    start: (statement: Statement) => {
      if (trace.getActiveSpan() === undefined) return
      const { text } = statement
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
      spans.set(statement, tracer.startSpan(summaryOf(text), { kind: SpanKind.CLIENT, attributes }))
    },
    end: () => {},
    asyncStart: end,
    asyncEnd: () => {},
    error: () => {},
  }
  statements.subscribe(subscribers)
  return () => statements.unsubscribe(subscribers)
}
