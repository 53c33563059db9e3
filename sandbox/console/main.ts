/** Starts only the sandbox console, with the settings that docs/operate.md lists. */
import { consoleFolder, createConsole } from './app.ts'

const { env } = process
const emulatorHost = env['FIREBASE_AUTH_EMULATOR_HOST']
const mailPort = env['MAIL_PORT']

const server = await createConsole({
  siteUrl: env['SITE_URL'] ?? 'http://localhost:8000',
  folder: consoleFolder(env['DATA_DIR'] ?? '.sandbox'),
  identity: emulatorHost
    ? {
        emulatorUrl: `http://${emulatorHost}`,
        projectId: env['FIREBASE_PROJECT_ID'] ?? 'demo-evenkeel',
      }
    : undefined,
  paymentsUrl: env['STRIPE_API_BASE'],
  mailPort: mailPort ? Number(mailPort) : undefined,
})
await server.listen({ port: Number(env['CONSOLE_PORT'] ?? 8003), host: 'localhost' })

process.once('SIGTERM', async () => {
  await server.close()
  process.exit()
})
