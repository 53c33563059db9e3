/**
 * `npm run proof:images`: builds the images of deploy/Containerfile with buildah, and runs what is
 * in them as a container would: as their user, without capabilities, on a read-only file system.
 * It needs root on Linux. Words after `--` go to `buildah build`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePorts } from '#sandbox/ports.ts'
import { surveyAnswers } from '#tests/admin-api/support/answers.ts'
import { startPostgresql } from '#tests/support/postgresql.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'

const options = process.argv.slice(2)
const buildah = (...words: string[]): string =>
  execFileSync('buildah', words, { encoding: 'utf8', maxBuffer: 1e8, stdio: [0, 'pipe', 2] }).trim()

type Config = {
  readonly User: string
  readonly WorkingDir: string
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly Healthcheck: { readonly Test: readonly string[] }
}
type Image = Config & { readonly container: string; readonly root: string }

/** The image's configuration, and where its files are. */
const make = (target: string): Image => {
  const name = `evenkeel-${target}`
  // Only this format keeps the health check.
  const format = ['--format', 'docker', '--file', 'deploy/Containerfile']
  buildah('build', ...format, '--target', target, '--tag', name, ...options, '.')
  const container = buildah('from', '--pull-never', name)
  const { config } = (JSON.parse(buildah('inspect', container)) as { Docker: { config: Config } })
    .Docker
  return { ...config, container, root: buildah('mount', container) }
}

/** For a mount namespace of its own. `exec` keeps the process id, so signals reach the program. */
const confined = `
root=$1 user=$2; shift 2
mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" &&
mount -t tmpfs tmpfs "$root/tmp" && mount -t proc proc "$root/proc" &&
mount --rbind /dev "$root/dev" &&
exec setpriv --no-new-privs chroot --userspec="$user" "$root" env -i "$@"`

type Settings = Readonly<Record<string, string>>

const run = (
  { root, User, WorkingDir, Env }: Image,
  command: readonly string[],
  more: Settings,
) => {
  const environment = Object.entries(more).map(([name, value]) => `${name}=${value}`)
  const own = ['--chdir', WorkingDir, ...Env, ...environment, ...command]
  const child = spawn('unshare', ['--mount', 'sh', '-c', confined, 'sh', root, User, ...own], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  return { child, exited, text: () => text }
}
type Run = ReturnType<typeof run>

let failed = 0
/** Rejects with what is wrong. */
const check = async (name: string, work: () => Promise<string | void>): Promise<void> => {
  try {
    const detail = await work()
    console.log(`passed  ${name}${detail ? ` (${detail})` : ''}`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}\n    ${(error as Error).message}`)
  }
}
const must = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

const ask = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ answer: Response; text: string }> => {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  must(answer.status === 200, `${url} answers ${answer.status}: ${text.slice(0, 500)}`)
  return { answer, text }
}

const finish = async ({ exited, text }: Run): Promise<string> => {
  const [code, signal] = await exited
  must(code === 0, `ended with ${code ?? signal}: ${text()}`)
  return text().trim()
}
/** Waits until the image's health check passes, run as an orchestrator would run it. */
const isHealthy = async (
  image: Image,
  settings: Settings,
  { exited, text }: Run,
): Promise<void> => {
  const test = image.Healthcheck.Test.slice(1)
  const ended = exited.then(() => true)
  for (let turn = 0; turn < 20; turn += 1) {
    const [code] = await run(image, test, settings).exited
    if (code === 0) return
    if (await Promise.race([ended, pause(1000, false)])) break
  }
  throw new Error(`is not healthy: ${text()}`)
}
const stop = async (server: Run, seconds: number): Promise<string> => {
  const since = Date.now()
  server.child.kill('SIGTERM')
  await Promise.race([
    finish(server),
    pause(seconds * 1000, undefined, { ref: false }).then(() => {
      throw new Error(`still runs after ${seconds} s: ${server.text()}`)
    }),
  ])
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

const sizeOf = ({ root, WorkingDir }: Image): string =>
  execFileSync('du', ['-sm', root + WorkingDir], { encoding: 'utf8' }).split('\t')[0]!

const api = make('api')
const site = make('site')
const tools = make('tools')
for (const [name, image] of Object.entries({ api, site }))
  console.log(`${name}: ${sizeOf(image)} MB above its base image, runs as ${image.User}`)

const postgresql = await startPostgresql()
const mails = await startSmtpServer()
const [apiPort = 0, sitePort = 0] = await findFreePorts(2)
const adminApi = `http://127.0.0.1:${apiPort}`
const siteUrl = `http://127.0.0.1:${sitePort}`
const database = { DATABASE_URL: postgresql.url }
const operatorToken = 'a-token-that-is-as-long-as-it-must-be'
// Everything optional is switched on, so that its packages are loaded. Nothing listens on port 9.
const nobody = 'https://127.0.0.1:9'
const apiSettings = {
  ...database,
  ADMIN_API_PORT: String(apiPort),
  SITE_URL: 'https://www.example.com',
  FIREBASE_PROJECT_ID: 'example-project',
  FIREBASE_API_KEY: 'the-key',
  STRIPE_SECRET_KEY: 'sk_test_the-key',
  STRIPE_WEBHOOK_SECRET: 'whsec_the-secret',
  LEDGER_KEY: 'a key that is as long as it must be',
  OPERATOR_TOKEN: operatorToken,
  SMTP_URL: mails.url,
  MAIL_FROM: 'hello@example.com',
  ANALYTICS_API_KEY: 'the-key',
  ANALYTICS_SERVER_URL: nobody,
  SENTRY_DSN: 'https://key@127.0.0.1:9/1',
  OTEL_EXPORTER_OTLP_ENDPOINT: nobody,
}
const siteSettings = {
  SITE_PORT: String(sitePort),
  SITE_URL: 'https://www.example.com',
  ADMIN_API_URL: adminApi,
  OTEL_EXPORTER_OTLP_ENDPOINT: nobody,
  SITE_CONFIG: JSON.stringify({
    adminApiUrl: 'https://api.example.com',
    firebase: {
      projectId: 'example-project',
      apiKey: 'the-key',
      authDomain: 'example-project.firebaseapp.com',
    },
    stripe: { publishableKey: 'pk_test_the-key' },
    sentry: { dsn: 'https://key@127.0.0.1:9/1' },
  }),
}

await check('the tools dump the server of deploy/compose.yaml', async () => {
  const [, version = ''] = /image: postgres:(\d+)/.exec(
    readFileSync('deploy/compose.yaml', 'utf8'),
  )!
  const said = await finish(run(tools, ['pg_dump', '--version'], {}))
  must(said.includes(`(PostgreSQL) ${version}.`), `${said}, and the server is ${version}`)
})

const migrate = ['node', 'admin-api/migrate.ts']
await check('the file system is read-only, but for /tmp', async () => {
  const script = 'id -un; touch /tmp/a; ! touch ./a /home/node/a /var/a 2>/dev/null'
  must((await finish(run(api, ['sh', '-c', script], {}))) === 'node', 'runs as another user')
})
await check('migrate applies the migrations, and then has nothing to do', async () => {
  const first = await finish(run(api, migrate, database))
  must(first.startsWith('migrate: applied 0000'), first)
  const again = await finish(run(api, migrate, database))
  must(again.startsWith('migrate: nothing to do'), again)
})

const server = run(api, api.Cmd, apiSettings)
await check('the API is healthy', () => isHealthy(api, apiSettings, server))
let firstQuestion = ''
await check('the API answers with the questions', async () => {
  const questions = '/api/v1/coaching/diagnosis/public/questions?kind=survey'
  const { text } = await ask(adminApi + questions)
  firstQuestion = /"prompt":"([^"]+)"/.exec(text)?.[1] ?? ''
  must(firstQuestion !== '', `no question in ${text}`)
  return firstQuestion
})
await check('the API shows its documentation', async () => {
  await ask(`${adminApi}/docs/static/index.html`, { authorization: `Bearer ${operatorToken}` })
})
const worker = run(api, ['node', 'admin-api/worker.ts'], apiSettings)
await check('the worker sends a mail that the API was asked for', async () => {
  const body = { kind: 'survey', version: '1', answers: surveyAnswers, email: 'ada@example.com' }
  const { status } = await fetch(`${adminApi}/api/v1/mailings/result`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  must(status === 202, `asking for it answers ${status}`)
  for (let turn = 0; turn < 60 && mails.received.length === 0; turn += 1) await pause(500)
  must(mails.received[0]?.to === body.email, `no mail came: ${worker.text()}`)
  return mails.received[0]?.subject
})

const pages = run(site, site.Cmd, siteSettings)
await check('the site is healthy', () => isHealthy(site, siteSettings, pages))
await check('the home page has its policy, and its scripts are there', async () => {
  const { answer, text } = await ask(`${siteUrl}/`)
  must(answer.headers.has('content-security-policy'), 'has no policy')
  const scripts = [...text.matchAll(/<script[^>]* src="(\/[^"]+)"/g)].map(([, file = '']) => file)
  must(scripts.length > 0, 'names no script')
  for (const file of scripts) await ask(siteUrl + file)
  return `${scripts.length} scripts`
})
await check('the survey is rendered with the question of the API', async () => {
  const { text } = await ask(`${siteUrl}/sign-up/survey`)
  must(text.includes(`>${firstQuestion}<`), 'lacks it')
})
// The grace periods that deploy/compose.yaml sets.
await check('the site stops in time', () => stop(pages, 20))
await check('the worker stops in time', () => stop(worker, 40))
await check('the API stops in time', () => stop(server, 40))

await Promise.all([postgresql.stop(), mails.stop()])
for (const { container } of [api, site, tools]) buildah('rm', container)
process.exit(failed > 0 ? 1 : 0)
