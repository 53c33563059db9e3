import { readFileSync } from 'node:fs'
import { isOnThisMachine } from '../loopback.ts'
import { openEnvironment, SettingsError } from './environment.ts'
import type { Environment } from './environment.ts'

/**
 * How the connection to PostgreSQL is secured. `verified`: the server's certificate must be issued
 * for its host, by `ca` or a public authority.
 */
export type DatabaseTls =
  'off' | 'unverified' | { readonly verified: { readonly ca: string | null } }

export type DatabaseAddress = {
  readonly url: string
  /** The URLs of the cluster's other hosts, any of which may become the primary. */
  readonly otherUrls?: readonly string[]
  readonly tls?: DatabaseTls
}

export type DatabaseSettings =
  | (DatabaseAddress & {
      readonly replica?: DatabaseAddress
      /** How many connections a process may have; it may have as many again to the replica. */
      readonly poolSize?: number
    })
  | { readonly folder: string }
  /** In memory: a new database, or the one in a dump that PGlite wrote. */
  | { readonly memory: Blob | null }

type Given = {
  readonly name: 'DATABASE_URL' | 'DATABASE_REPLICA_URL'
  readonly url: string
  /** A file with the authorities' certificates (PEM). */
  readonly caFile: string | null
  /** DATABASE_TLS. */
  readonly tls: string | null
  readonly production: boolean
  readonly readFile: (path: string) => string
}

const ownParameters = [
  'ssl',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
]

/** The host without the brackets of an IPv6 address. A `host` in the query takes precedence. */
export const hostOf = ({ hostname, searchParams }: URL): string =>
  (searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '')

/** Splits a URL with several hosts, which libpq allows, into one URL per host. */
const ofEachHost = (text: string): readonly string[] => {
  const start = text.indexOf('://') + 3
  const end = start + text.slice(start).search(/[/?]|$/)
  const from = start + text.slice(start, end).lastIndexOf('@') + 1
  return text
    .slice(from, end)
    .split(',')
    .map((host) => `${text.slice(0, from)}${host}${text.slice(end)}`)
}

const isPostgresql = (text: string): boolean =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

/**
 * Reads the setting `name` with its `sslmode`, DATABASE_CA and DATABASE_TLS. Each of `problems` is
 * a sentence; none of them repeats the URL, which holds a password.
 */
export const readDatabaseAddress = (
  given: Given,
): { readonly address: DatabaseAddress; readonly problems: readonly string[] } => {
  const { name, caFile, production } = given
  const wrong = (...problems: string[]) => ({ address: { url: given.url }, problems })
  const texts = ofEachHost(given.url)
  if (!texts.every(isPostgresql)) return wrong(`${name} must be a postgres:// URL.`)
  if (given.tls !== null && given.tls !== 'off') return wrong('DATABASE_TLS must be off or unset.')

  // The URLs differ only in their hosts.
  const urls = texts.map((text) => new URL(text)) as [URL, ...URL[]]
  const { searchParams } = urls[0]
  const isNamed = urls.every(({ hostname }) => hostname !== '') && !searchParams.has('host')
  if ((urls.length > 1 && !isNamed) || searchParams.get('host')?.includes(',') === true)
    return wrong(`${name} must name each of several hosts before its path.`)
  if (name === 'DATABASE_REPLICA_URL' && urls.length > 1)
    return wrong(`${name} must name one host, which leads to the replicas.`)
  const wanted = searchParams.get('target_session_attrs')
  if (wanted !== null && wanted !== 'read-write')
    return wrong(`${name} must have a target_session_attrs of read-write, or none.`)
  const named = ownParameters.filter((parameter) => searchParams.has(parameter))
  if (named.length > 0)
    return wrong(
      `${name} must not have ${named.join(' and ')}: set sslmode in it, and DATABASE_CA.`,
    )
  const mode =
    searchParams.get('sslmode') ??
    (given.tls === 'off' ? 'disable' : caFile === null ? null : 'verify-full')
  if (mode !== null && !['disable', 'require', 'verify-full'].includes(mode)) {
    return wrong(`${name} must have an sslmode of disable, require or verify-full.`)
  }
  if (given.tls === 'off' && mode !== 'disable')
    return wrong(`DATABASE_TLS is off, but ${name} asks for TLS: remove one of the two.`)
  if (caFile !== null && mode !== 'verify-full')
    return wrong(`DATABASE_CA needs an sslmode of verify-full in ${name}.`)
  if (
    production &&
    mode !== 'verify-full' &&
    given.tls !== 'off' &&
    !urls.every((url) => isOnThisMachine(hostOf(url)))
  ) {
    return wrong(
      `${name} must have sslmode=verify-full in production, with DATABASE_CA when its certificate is not from a public authority. ` +
        'DATABASE_TLS=off allows a network that nobody else can read.',
    )
  }

  for (const url of urls) {
    url.searchParams.delete('sslmode')
    url.searchParams.delete('target_session_attrs')
  }
  const [url, ...otherUrls] = urls.map(({ href }) => href) as [string, ...string[]]
  const at = { url, ...(otherUrls.length === 0 ? {} : { otherUrls }) }
  if (mode !== 'verify-full')
    return { address: { ...at, tls: mode === 'require' ? 'unverified' : 'off' }, problems: [] }
  try {
    return {
      address: {
        ...at,
        tls: { verified: { ca: caFile === null ? null : given.readFile(caFile) } },
      },
      problems: [],
    }
  } catch {
    return wrong(`DATABASE_CA must be a file of certificates, but ${caFile} could not be read.`)
  }
}

/**
 * Where the database is, for commands that need no other setting.
 * @throws SettingsError
 */
export const readDatabase = (environment: Environment): DatabaseSettings => {
  const { production, text } = openEnvironment(environment)
  const url = text('DATABASE_URL')
  const replicaUrl = text('DATABASE_REPLICA_URL')
  if (url === null && production)
    throw new SettingsError(['DATABASE_URL must be set in production.'])
  if (url === null) return { folder: `${text('DATA_DIR') ?? '.sandbox'}/database` }
  const read = (name: 'DATABASE_URL' | 'DATABASE_REPLICA_URL', at: string) => {
    const { address, problems } = readDatabaseAddress({
      name,
      url: at,
      caFile: text('DATABASE_CA'),
      tls: text('DATABASE_TLS'),
      production,
      readFile: (path) => readFileSync(path, 'utf8'),
    })
    if (problems.length > 0) throw new SettingsError(problems)
    return address
  }
  const address = read('DATABASE_URL', url)
  if (replicaUrl === null) return address
  return { ...address, replica: read('DATABASE_REPLICA_URL', replicaUrl) }
}
