import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { webhooksRoute } from '#admin-api/routes/request-hooks.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

type Resource = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

const resourcesIn = (file: string) =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Resource
  })
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root })
const resources = manifests.flatMap((file) =>
  resourcesIn(file).map((resource) => ({
    resource,
    name: `${resource.kind} ${resource.metadata.name}`,
  })),
)

/** Rejects with what Kubernetes' published schema finds wrong. */
const validate = async (resource: Resource): Promise<void> => {
  const { apiVersion, kind } = resource
  const model = `kubernetes-models/${apiVersion}/${kind}`
  const models = (await import(/* @vite-ignore */ model)) as Record<
    string,
    new (resource: object) => { validate(): void }
  >
  new models[kind]!(resource).validate()
}

describe('the manifests for Kubernetes', () => {
  it.each(resources)('have a valid $name', ({ resource }) =>
    expect(validate(resource)).resolves.toBeUndefined(),
  )

  it('are checked: a wrong type is found', async () => {
    const [first] = resources
    const wrong = { ...first!.resource, spec: { replicas: 'two' } }
    await expect(validate(wrong)).rejects.toThrow(/replicas/)
  })

  it('are those of this version', () => {
    const images = manifests.flatMap((file) => read(file).match(/image: \S+/g) ?? [])
    expect(new Set(images)).toEqual(
      new Set([`image: evenkeel-api:${version}`, `image: evenkeel-site:${version}`]),
    )
  })
})

it('compose.yaml names only services that it has', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { depends_on?: Record<string, object> }>
  }
  const needed = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on))
  expect(needed.filter((name) => !Object.hasOwn(services, name))).toEqual([])
  const upstreams = [...read('deploy/nginx/nginx.conf').matchAll(/server (\S+):80/g)]
  expect(upstreams).toHaveLength(4)
  for (const [, name = ''] of upstreams) expect(services).toHaveProperty(name)
})

it.each([
  [
    'nginx.conf',
    new RegExp(
      `location = ${webhooksRoute} {\\s*client_max_body_size 1m;\\s*proxy_pass http://api;`,
    ),
  ],
  ['network.yaml', new RegExp(`proxy-body-size: 1m\\n(?:.+\\n)*.*path: ${webhooksRoute}\\n`)],
])('%s lets in the large events of the payment provider', (file, rule) => {
  const found = globSync(`deploy/*/${file}`, { cwd: root })
  expect(found.map(read).join('')).toMatch(rule)
})

it('the images ask for their health at the port that they listen on', () => {
  const images = read('deploy/Containerfile')
    .split(/^FROM /m)
    .filter((each) => each.includes('EXPOSE'))
  expect(images).toHaveLength(2)
  for (const image of images) {
    const [, variable, port] = /\b([A-Z_]+_PORT)=(\d+)/.exec(image) ?? []
    expect(image).toContain(`EXPOSE ${port}\n`)
    expect(image).toContain(`process.env.${variable} +`)
  }
})

it.each([
  'deploy/Containerfile',
  'deploy/compose.yaml',
  ...globSync('deploy/{systemd,kubernetes}/*', { cwd: root }),
])('%s starts only files that exist', (file) => {
  const started = read(file).match(/\b(?:admin-api|web|deploy)\/[\w/.-]+\.ts\b/g) ?? []
  expect(started.filter((each) => !existsSync(path.join(root, each)))).toEqual([])
})

describe('the units of systemd', () => {
  const units = globSync('deploy/systemd/*', { cwd: root })
  const hardening = /^(?:NoNew|Protect|Private|Restrict|Capability|SystemCall)\w+=.*$/gm
  const hardeningOf = (file: string) => read(file).match(hardening)

  // A migration that fails under the rules shows that the others would, before they are restarted.
  it('confine every process by the same rules', () => {
    expect(units).toHaveLength(4)
    for (const unit of units)
      expect([unit, hardeningOf(unit)]).toEqual([unit, hardeningOf(units[0]!)])
  })

  it.each([
    ['the memory protection keys of V8', /^SystemCallFilter=.*@pkey\b/m],
    ['the list of network interfaces', /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m],
    ['an error instead of death for any other system call', /^SystemCallErrorNumber=EPERM$/m],
  ])('leave Node %s', (_what, line) => {
    for (const unit of units) expect(read(unit)).toMatch(line)
  })
})
