/** Starts the sandbox console alone, with the settings that .env.example documents. */
import { readSettings } from '../settings.ts'
import { consoleFolder, createConsole } from './app.ts'

const { siteUrl, dataDir, firebase, stripe, mail, ports } = readSettings(process.env)

const server = await createConsole({
  siteUrl,
  folder: consoleFolder(dataDir),
  identity: firebase.emulatorHost
    ? { emulatorUrl: `http://${firebase.emulatorHost}`, projectId: firebase.projectId }
    : undefined,
  paymentsUrl: stripe.apiBase,
  mailPort: mail?.local ? ports.mail : undefined,
})
await server.listen({ port: ports.console, host: 'localhost' })

process.once('SIGTERM', async () => {
  await server.close()
  process.exit()
})
