import { isOnThisMachine } from './loopback.ts'

/**
 * How the connection to PostgreSQL is secured. `verified`: the server's certificate must be for its
 * host, by `ca` or a public authority.
 */
export type DatabaseTls =
  'off' | 'unverified' | { readonly verified: { readonly ca: string | null } }

export type DatabaseAddress = { readonly url: string; readonly tls?: DatabaseTls }

type Given = {
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

/** A `host` in the query takes precedence. */
const hostOf = ({ hostname, searchParams }: URL): string =>
  (searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '')

/** Whether libpq would choose one of several hosts, which node-postgres cannot. */
const choosesHost = (text: string): boolean => {
  const [, authority = ''] = /^\w+:\/\/([^/?]*)/.exec(text) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  return hosts.includes(',') || /[?&](target_session_attrs=|host=[^&]*(,|%2C))/i.test(text)
}

/**
 * Reads DATABASE_URL with its `sslmode`, DATABASE_CA and DATABASE_TLS. Each of `problems` is a
 * sentence; none of them repeats the URL, which holds a password.
 */
export const readDatabaseAddress = (
  given: Given,
): { readonly address: DatabaseAddress; readonly problems: readonly string[] } => {
  const { caFile, production } = given
  const wrong = (...problems: string[]) => ({ address: { url: given.url }, problems })
  if (choosesHost(given.url))
    return wrong(
      'DATABASE_URL must name one host that leads to the primary, such as PgBouncer’s, and no target_session_attrs.',
    )
  if (!URL.canParse(given.url) || !/^postgres(ql)?:$/.test(new URL(given.url).protocol))
    return wrong('DATABASE_URL must be a postgres:// URL.')
  if (given.tls !== null && given.tls !== 'off') return wrong('DATABASE_TLS must be off or unset.')

  const url = new URL(given.url)
  const named = ownParameters.filter((name) => url.searchParams.has(name))
  if (named.length > 0)
    return wrong(
      `DATABASE_URL must not have ${named.join(' and ')}: set sslmode in it, and DATABASE_CA.`,
    )
  const mode =
    url.searchParams.get('sslmode') ??
    (given.tls === 'off' ? 'disable' : caFile === null ? null : 'verify-full')
  url.searchParams.delete('sslmode')
  if (mode !== null && !['disable', 'require', 'verify-full'].includes(mode)) {
    return wrong('DATABASE_URL must have an sslmode of disable, require or verify-full.')
  }
  if (given.tls === 'off' && mode !== 'disable')
    return wrong('DATABASE_TLS is off, but DATABASE_URL asks for TLS: remove one of the two.')
  if (caFile !== null && mode !== 'verify-full')
    return wrong('DATABASE_CA needs an sslmode of verify-full in DATABASE_URL.')
  if (
    production &&
    mode !== 'verify-full' &&
    given.tls !== 'off' &&
    !isOnThisMachine(hostOf(url))
  ) {
    return wrong(
      'DATABASE_URL must have sslmode=verify-full in production, with DATABASE_CA when its certificate is not from a public authority. ' +
        'DATABASE_TLS=off allows a network that nobody else can read.',
    )
  }
  if (mode !== 'verify-full')
    return {
      address: { url: url.href, tls: mode === 'require' ? 'unverified' : 'off' },
      problems: [],
    }
  try {
    return {
      address: {
        url: url.href,
        tls: { verified: { ca: caFile === null ? null : given.readFile(caFile) } },
      },
      problems: [],
    }
  } catch {
    return wrong(`DATABASE_CA must be a file of certificates, but ${caFile} could not be read.`)
  }
}
