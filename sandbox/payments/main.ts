import { join, resolve } from 'node:path'
import { createPaymentsServer } from './server.ts'

const { env } = process
const port = Number(env['PAYMENTS_PORT'] ?? 8002)
const adminApiUrl = env['ADMIN_API_URL'] ?? 'http://localhost:8001'

const app = await createPaymentsServer({
  dataFile: join(resolve(env['DATA_DIR'] ?? '.sandbox'), 'payments.json'),
  webhookUrl: new URL('/api/v1/iap_subscriptions/stripe/webhooks', adminApiUrl).href,
  webhookSecret: env['STRIPE_WEBHOOK_SECRET'] ?? 'whsec_sandbox',
  secretKey: env['STRIPE_SECRET_KEY'] ?? 'sk_test_sandbox',
  publishableKey: env['STRIPE_PUBLISHABLE_KEY'] ?? 'pk_test_sandbox',
})

const stop = () => {
  app.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

try {
  // Fastify binds every address of "localhost", so 127.0.0.1 and, where the machine has it, ::1.
  await app.listen({ port, host: 'localhost' })
  console.log(`Payments sandbox: http://localhost:${port}`)
} catch (error) {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(isTaken ? `Payments sandbox: port ${port} is taken (PAYMENTS_PORT)` : error)
  process.exit(1)
}
