import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { findFreePorts } from '../ports.ts'
import type { ServiceSpec } from '../service.ts'

export type AuthEmulatorOptions = {
  port: number
  projectId: string
  /** A folder for its configuration and exported accounts only. */
  folder: string
}

const firebase = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
const metadata = 'firebase-export-metadata.json'
const saveEvery = 15_000
/**
 * At start, the emulator compiles the schemas of Google's whole identity API and drops most of
 * them. Without a limit, Node keeps 390 to 550 MiB of that; with these limits it keeps 260 and
 * starts just as fast.
 */
const heapLimits = ['--max-semi-space-size=16', '--max-old-space-size=1024']

/**
 * The emulator replaces an export by deleting it and moving a temporary folder into its place. If
 * it was killed in between, the accounts are in the temporary one.
 */
const recoverExport = (folder: string) => {
  const target = path.join(folder, 'export')
  const leftovers = readdirSync(folder)
    .filter((name) => name.startsWith('firebase-export-'))
    .toSorted()
  if (!existsSync(path.join(target, metadata))) {
    const complete = leftovers.findLast((name) => existsSync(path.join(folder, name, metadata)))
    if (complete) {
      rmSync(target, { recursive: true, force: true })
      renameSync(path.join(folder, complete), target)
    }
  }
  for (const name of leftovers) rmSync(path.join(folder, name), { recursive: true, force: true })
  return existsSync(path.join(target, metadata))
}

/**
 * The Firebase Auth emulator, with email-enumeration protection on as real projects have it. Its
 * accounts are kept in the folder: saved every 15 seconds and when it stops, loaded when it starts.
 */
export const authEmulatorService = async ({
  port,
  projectId,
  folder,
}: AuthEmulatorOptions): Promise<ServiceSpec> => {
  mkdirSync(folder, { recursive: true })
  const [hubPort, loggingPort] = await findFreePorts(2)
  const host = '127.0.0.1'
  writeFileSync(
    path.join(folder, 'firebase.json'),
    JSON.stringify({
      emulators: {
        auth: { host, port },
        hub: { host, port: hubPort },
        logging: { host, port: loggingPort },
        ui: { enabled: false },
        singleProjectMode: true,
      },
    }),
  )
  const url = `http://${host}:${port}`
  const config = `${url}/emulator/v1/projects/${projectId}/config`

  const save = () =>
    fetch(`http://${host}:${hubPort}/_admin/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: path.join(folder, 'export'), initiatedBy: 'evenkeel' }),
    })
  let saving: NodeJS.Timeout | undefined

  return {
    id: 'auth-emulator',
    title: 'Auth emulator',
    url,
    args: () => [
      ...heapLimits,
      firebase,
      'emulators:start',
      '--only',
      'auth',
      '--project',
      projectId,
      ...(recoverExport(folder) ? ['--import', 'export'] : []),
      '--export-on-exit',
      'export',
    ],
    cwd: folder,
    env: {
      // Keeps it off the network (message of the day, update check) and away from a developer's own
      // Firebase login.
      CI: 'true',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      // Its locator file is named after the project alone: two runs would warn about each other.
      TMPDIR: folder,
    },
    // The hub answers before the accounts are imported, and saving then would lose them.
    beforeStart: async () => clearInterval(saving),
    // The hub and the emulator answer before the import is done; the logging part is started after
    // it.
    isReady: async () => {
      const answer = await fetch(`http://${host}:${hubPort}/emulators`)
      return answer.ok && 'logging' in ((await answer.json()) as object)
    },
    prepare: async () => {
      const answer = await fetch(config, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
        body: JSON.stringify({
          signIn: { allowDuplicateEmails: false },
          emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
        }),
      })
      if (!answer.ok)
        throw new Error(
          `The Auth emulator refused its configuration: ${answer.status} ${await answer.text()}`,
        )
      saving = setInterval(() => void save().catch(() => undefined), saveEvery)
      saving.unref()
    },
    beforeStop: async () => clearInterval(saving),
  }
}
