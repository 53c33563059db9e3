type JsonObject = Record<string, unknown>

export type Envelope = { header: JsonObject; items: { header: JsonObject; payload: Buffer }[] }

const lineFeed = 10

const parseHeader = (line: Buffer): JsonObject => {
  const value: unknown = JSON.parse(line.toString('utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('An envelope header is no object')
  return value as JsonObject
}

/**
 * Reads Sentry's envelope format (develop.sentry.dev/sdk/data-model/envelopes): a header line, then
 * for each item a header line and a payload of `length` bytes, or up to the line's end when no
 * length is given. Throws SyntaxError.
 */
export const parseEnvelope = (body: Buffer): Envelope => {
  let at = 0
  const takeLine = () => {
    const end = body.indexOf(lineFeed, at)
    const line = body.subarray(at, end === -1 ? body.length : end)
    at = end === -1 ? body.length : end + 1
    return line
  }
  const header = parseHeader(takeLine())
  const items: Envelope['items'] = []
  while (at < body.length) {
    const line = takeLine()
    if (line.length === 0) continue
    const itemHeader = parseHeader(line)
    const { length } = itemHeader
    if (typeof length !== 'number') {
      items.push({ header: itemHeader, payload: takeLine() })
      continue
    }
    if (at + length > body.length) throw new SyntaxError('An envelope item is shorter than it says')
    items.push({ header: itemHeader, payload: body.subarray(at, at + length) })
    at += length
    if (body[at] === lineFeed) at += 1
  }
  return { header, items }
}
