import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ServedFile } from './site-manifest.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Something to answer with, in whichever encoding the browser takes. */
export type Content = {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly read: (accepted: readonly Encoding[]) => Promise<{ readonly encoding: Encoding; readonly bytes: Buffer }>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Fast enough to be done while a visitor waits. */
const hastyBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }
const hastyGzip = { level: 5 }
/** A seventh smaller than in haste, for tens of milliseconds of a processor. */
const thoroughBrotli = { params: { ...hastyBrotli.params, [constants.BROTLI_PARAM_QUALITY]: 11 } }

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, hastyBrotli),
  gzip: (bytes) => zip(bytes, hastyGzip),
  identity: (bytes) => Promise.resolve(bytes),
}

/** The encodings of an Accept-Encoding header that are spoken here, best first. */
export const acceptedEncodings = (header: string | undefined): readonly Encoding[] => {
  if (!header) return ['identity']
  const refused = /\b(br|gzip)\s*;\s*q=0(?:\.0+)?(?=\s*(?:,|$))/g
  const offered = header.toLowerCase().replaceAll(refused, '')
  return [
    ...(/\bbr\b/.test(offered) ? (['br'] as const) : []),
    ...(/\bgzip\b/.test(offered) ? (['gzip'] as const) : []),
    'identity',
  ]
}

/** Does each piece of work once and keeps its result; a failure is forgotten. */
const once = <Key, Value>(work: (key: Key) => Promise<Value>) => {
  const done = new Map<Key, Promise<Value>>()
  return (key: Key): Promise<Value> => {
    const known = done.get(key)
    if (known) return known
    const started = work(key).catch((error: unknown) => {
      done.delete(key)
      throw error
    })
    done.set(key, started)
    return started
  }
}

const common = (etag: string, type: string, isEncoded: boolean): Readonly<Record<string, string>> => ({
  etag,
  'content-type': type,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  ...(isEncoded && { vary: 'Accept-Encoding' }),
})

/** A file of the build, read when first asked for and then kept in memory. */
export const fileContent = (root: string, served: ServedFile, more: Readonly<Record<string, string>> = {}): Content => {
  const names: Readonly<Record<Encoding, string | undefined>> = { br: served.br, gzip: served.gzip, identity: served.file }
  const read = once((encoding: Encoding) => readFile(path.join(root, names[encoding] ?? served.file)))
  return {
    etag: served.etag,
    headers: { ...common(served.etag, served.type, served.br !== undefined), 'cache-control': served.cacheControl, ...more },
    read: async (accepted) => {
      const encoding = accepted.find((each) => names[each] !== undefined) ?? 'identity'
      return { encoding, bytes: await read(encoding) }
    },
  }
}

/** `isKept`: others will ask for it, too. */
export type Text = { readonly etag: string; readonly type: string; readonly bytes: Buffer; readonly isKept?: boolean }

/**
 * A text made in this process, encoded when first asked for in that encoding. What is kept is packed harder after that, while
 * nobody waits.
 */
export const textContent = ({ etag, type, bytes, isKept = false }: Text, more: Readonly<Record<string, string>>): Content => {
  let thorough: Buffer | null = null
  const packHarder = async () => {
    thorough = await brotli(bytes, thoroughBrotli)
  }
  const encode = once(async (encoding: Encoding) => {
    const encoded = await encoders[encoding](bytes)
    if (isKept && encoding === 'br') void packHarder()
    return encoded
  })
  return {
    etag,
    headers: { ...common(etag, type, true), 'cache-control': 'public, max-age=0, must-revalidate', ...more },
    read: async ([encoding = 'identity']) => ({ encoding, bytes: (encoding === 'br' && thorough) || (await encode(encoding)) }),
  }
}
