import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import { findFreePorts } from '#sandbox/ports.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { startTimeout } from '../support/harness.ts'
import { runServer } from '../support/process.ts'

test(
  'the worker sends the mail that an API with RUN_JOBS=false has recorded, and stops cleanly',
  async () => {
    const smtp = await startSmtpServer()
    const environment = {
      DATABASE_URL: await createDatabase(inject('postgresqlUrl')!),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Evenkeel <hello@evenkeel.example>',
      RUN_JOBS: 'false',
    }
    const api = runServer(environment)
    const url = await api.url()
    for (const email of ['ada@example.com', 'ada@new.example']) {
      const headers = { authorization: `Bearer ${unsignedToken({ uid: 'ada', email })}` }
      expect((await fetch(`${url}/api/v1/me`, { headers })).status).toBe(200)
    }
    const [metricsPort = 0] = await findFreePorts(1)
    const settings = { MIGRATE_ON_START: 'false', ADMIN_API_METRICS_PORT: String(metricsPort) }
    const worker = runServer({ ...environment, ...settings }, 'worker')
    await once(worker.child.stdout, 'data')
    expect(worker.text()).toBe('worker: running\n')
    const metrics = await fetch(`http://localhost:${metricsPort}/metrics`)
    expect(await metrics.text()).toMatch(/^process_start_time_seconds \d+$/m)
    expect(smtp.received).toHaveLength(0)
    await expect.poll(() => smtp.received.length, { timeout: startTimeout }).toBe(1)
    expect(smtp.received[0]).toMatchObject({ to: 'ada@example.com' })
    worker.child.kill('SIGTERM')
    expect((await worker.exited)[0]).toBe(0)
    await api.kill('SIGTERM')
    await smtp.stop()
  },
  2 * startTimeout,
)
