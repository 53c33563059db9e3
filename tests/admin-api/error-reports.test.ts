import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openErrorReports } from '#admin-api/error-reports.ts'
import { createLogger } from '#admin-api/logger.ts'
import { openErrorReports as openReportsOfSite } from '#web/server/error-reports.ts'
import { listen } from '#tests/support/listen.ts'

const nowhere = { write: () => {} }

const receive = async (use: (dsn: string) => Promise<void>) => {
  const bodies: string[] = []
  const service = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const { port } = new URL(service.url)
  await use(`http://key@127.0.0.1:${port}/1`)
  await service.close()
  return bodies
}

describe('error reports', () => {
  test('of the API contain logged errors without their personal data, and no warnings', async () => {
    const bodies = await receive(async (dsn) => {
      const reports = await openErrorReports(dsn)
      const log = createLogger('info', nowhere, reports.report)
      log.warn({ err: new Error('only a warning') }, 'it happens')
      const cause = new TypeError('connection lost')
      const failed = new DrizzleQueryError('insert', ['private@example.com'], cause)
      log.error({ err: failed, email: 'private@example.com' }, 'a row was not written')
      await reports.close()
    })
    const all = bodies.join('\n')
    expect(all).toContain('"type":"TypeError","value":"connection lost"')
    expect(all).toContain('"told":"a row was not written"')
    expect(all).toContain('"filename":')
    expect(all).not.toContain('only a warning')
    expect(all).not.toContain('private@example.com')
  })

  test('of the site contain the path and the build', async () => {
    const bodies = await receive(async (dsn) => {
      const reports = await openReportsOfSite(dsn, 'build-1')
      reports.report(new RangeError('broken page'), '/sign-up/survey')
      await reports.close()
    })
    const all = bodies.join('\n')
    expect(all).toContain('"type":"RangeError","value":"broken page"')
    expect(all).toContain('"release":"evenkeel-web@build-1"')
    expect(all).toContain('"route":"/sign-up/survey"')
  })
})
