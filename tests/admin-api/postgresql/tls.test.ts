import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#admin-api/data/open-database.ts'
import type { DatabaseTls } from '#admin-api/settings/database.ts'
import { selfSigned } from '#tests/support/certificate.ts'
import { startPostgresql } from '#tests/support/postgresql.ts'
import type { Postgresql } from '#tests/support/postgresql.ts'
import { startTimeout } from '../support/harness.ts'

const own = selfSigned('127.0.0.1')
const another = selfSigned('127.0.0.1')
const ofAnotherHost = selfSigned('db.example')

/** Whether the connection is encrypted, as the server says, or why there is none. */
const connect = async (url: string, tls: DatabaseTls): Promise<boolean | string> => {
  const database = await openDatabase({ url, tls }, () => {})
  try {
    await database.migrate()
    const answer = await database.db.execute(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    return (answer as unknown as { rows: { ssl: boolean }[] }).rows[0]!.ssl
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  } finally {
    await database.close()
  }
}

describe('PostgreSQL with a certificate', () => {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql({ fsync: 'off' }, own)
  })
  afterAll(() => server.stop())

  test('is reached over TLS with the given certificate authority', async () => {
    expect(await connect(server.url, { verified: { ca: own.certificate } })).toBe(true)
  })

  test('is not trusted without its certificate authority, or with another one', async () => {
    expect(await connect(server.url, { verified: { ca: null } })).toBe(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    )
    expect(await connect(server.url, { verified: { ca: another.certificate } })).toMatch(/CERT/)
  })

  test('is not trusted at an address other than the one in its certificate', async () => {
    const url = server.url.replace('127.0.0.1', 'localhost')
    expect(await connect(url, { verified: { ca: own.certificate } })).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    )
  })

  test('is reached without verification, or without TLS, when the settings say so', async () => {
    expect(await connect(server.url, 'unverified')).toBe(true)
    expect(await connect(server.url, 'off')).toBe(false)
  })
})

describe('a PostgreSQL server that cannot prove its identity', () => {
  test(
    'is refused when its certificate is for another host, or when it has none',
    async () => {
      const impostor = await startPostgresql({ fsync: 'off' }, ofAnotherHost)
      expect(await connect(impostor.url, { verified: { ca: ofAnotherHost.certificate } })).toBe(
        'ERR_TLS_CERT_ALTNAME_INVALID',
      )
      await impostor.stop()
      const plain = await startPostgresql({ fsync: 'off' })
      expect(await connect(plain.url, { verified: { ca: own.certificate } })).toContain(
        'does not support SSL',
      )
      await plain.stop()
    },
    startTimeout,
  )
})
