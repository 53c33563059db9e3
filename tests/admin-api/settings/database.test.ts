import { describe, expect, test } from 'vitest'
import { readDatabaseAddress } from '#admin-api/settings/database.ts'

type Given = Partial<Parameters<typeof readDatabaseAddress>[0]>

const read = (given: Given = {}) =>
  readDatabaseAddress({
    name: 'DATABASE_URL',
    url: 'postgres://app:hunter2@db.internal/app',
    caFile: null,
    tls: null,
    production: false,
    readFile: (path) => `text of ${path}`,
    ...given,
  })

const url = (query: string, host = 'db.internal') => `postgres://app:hunter2@${host}/app${query}`

describe('the connection to PostgreSQL', () => {
  test.each([
    ['', null, 'off'],
    ['?sslmode=disable', null, 'off'],
    ['?sslmode=require', null, 'unverified'],
    ['?sslmode=verify-full', null, { verified: { ca: null } }],
    ['?sslmode=verify-full', 'ca.pem', { verified: { ca: 'text of ca.pem' } }],
    ['', 'ca.pem', { verified: { ca: 'text of ca.pem' } }],
  ])('with the query %j and the CA file %j uses TLS %j', (query, caFile, tls) => {
    expect(read({ url: url(query), caFile })).toEqual({
      address: { url: url(''), tls },
      problems: [],
    })
  })

  test('keeps the other parameters of its URL', () => {
    const { address } = read({ url: url('?sslmode=require&application_name=api') })
    expect(address.url).toBe(url('?application_name=api'))
  })

  test.each(['', '?sslmode=disable', '?sslmode=require'])(
    'must be verified in production: %j is refused',
    (query) => {
      expect(read({ url: url(query), production: true }).problems).toEqual([
        expect.stringContaining('verify-full'),
      ])
    },
  )

  test.each([
    url('?sslmode=verify-full'),
    url('', 'localhost'),
    url('', '127.0.0.1'),
    url('', '[::1]'),
    'postgres://localhost/app?host=/var/run/postgresql',
  ])('in production may be %s', (address) => {
    expect(read({ url: address, production: true }).problems).toEqual([])
  })

  test('is not treated as local in production when its query names another host', () => {
    expect(
      read({ url: url('?host=db.internal', 'localhost'), production: true }).problems,
    ).toHaveLength(1)
  })

  test('may have a comma in its password', () => {
    expect(read({ url: 'postgres://app:a,b@db.internal/app' }).problems).toEqual([])
  })

  test('may have several hosts with target_session_attrs=read-write', () => {
    expect(
      read({
        url: url('?sslmode=require&target_session_attrs=read-write', 'db-1:5433,[::1],db-3'),
      }),
    ).toEqual({
      address: {
        url: url('', 'db-1:5433'),
        otherUrls: [url('', '[::1]'), url('', 'db-3')],
        tls: 'unverified',
      },
      problems: [],
    })
  })

  test('must use verified TLS in production when one of its hosts is another machine', () => {
    expect(read({ url: url('', 'localhost,db.internal'), production: true }).problems).toHaveLength(
      1,
    )
    expect(read({ url: url('', 'localhost,127.0.0.1'), production: true }).problems).toEqual([])
  })

  test('may have only one host for replicas', () => {
    expect(read({ name: 'DATABASE_REPLICA_URL', url: url('', 'db-2,db-3') }).problems).toEqual([
      expect.stringContaining('one host'),
    ])
  })

  test('is reported under the name of its setting', () => {
    expect(read({ name: 'DATABASE_REPLICA_URL', url: 'replica' }).problems).toEqual([
      'DATABASE_REPLICA_URL must be a postgres:// URL.',
    ])
  })

  test('may be unencrypted in production with DATABASE_TLS=off', () => {
    expect(read({ production: true, tls: 'off' })).toMatchObject({
      address: { tls: 'off' },
      problems: [],
    })
  })

  test.each<[string, Given]>([
    ['several hosts in its query', { url: url('?host=db-1,db-2') }],
    ['several hosts, and one in its query', { url: url('?host=db-3', 'db-1,db-2') }],
    ['a host without a name', { url: 'postgres://db-1,,db-2/app' }],
    ['a standby as its target', { url: url('?target_session_attrs=standby') }],
    ['an unknown sslmode', { url: url('?sslmode=maybe') }],
    ['sslrootcert in its URL', { url: url('?sslmode=verify-full&sslrootcert=ca.pem') }],
    ['ssl=true in place of sslmode', { url: url('?ssl=true') }],
    ['TLS both off and on', { url: url('?sslmode=require'), tls: 'off' }],
    ['a CA file without verification', { url: url('?sslmode=require'), caFile: 'ca.pem' }],
    ['a CA file with TLS off', { tls: 'off', caFile: 'ca.pem' }],
    ['an unknown value of DATABASE_TLS', { tls: 'on' }],
    [
      'a CA file that does not exist',
      {
        caFile: 'ca.pem',
        readFile: () => {
          throw new Error('ENOENT')
        },
      },
    ],
    ['another kind of database', { url: 'mysql://app:hunter2@db/app' }],
  ])('refuses %s without repeating the password', (_name, given) => {
    const { problems } = read(given)
    expect(problems).toHaveLength(1)
    expect(problems.join()).not.toContain('hunter2')
  })
})
