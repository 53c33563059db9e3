import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { patience } from '#admin-api/data/postgresql.ts'
import { webhooksRoute } from '#admin-api/routes/request-hooks.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

type Resource = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec?: unknown
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

/** The specifications that contain pods: of the deployments, jobs and cron jobs. */
const workloads = resources.flatMap(({ resource }) => {
  if (['Deployment', 'Job'].includes(resource.kind)) return [resource.spec]
  if (resource.kind !== 'CronJob') return []
  return [(resource.spec as { readonly jobTemplate: { readonly spec: unknown } }).jobTemplate.spec]
})

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

  it('fail the validation when a field has a wrong type', async () => {
    const [first] = resources
    const wrong = { ...first!.resource, spec: { replicas: 'two' } }
    await expect(validate(wrong)).rejects.toThrow(/replicas/)
  })

  it('mount in each container only the volumes that it needs', () => {
    type Container = {
      readonly name: string
      readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[]
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
    }
    type Spec = {
      readonly template: {
        readonly spec: { readonly containers: readonly Container[]; readonly volumes: object[] }
      }
    }
    const pods = workloads.map((spec) => (spec as Spec).template.spec)
    expect(pods).toHaveLength(6)
    const readsDatabase = ({ envFrom }: Container) =>
      envFrom.some(({ secretRef }) => secretRef.name !== 'site')
    const keepsBackups = ({ name }: Container) => name === 'backup'
    for (const { containers, volumes } of pods) {
      const secret = { secretName: 'database-ca', optional: true }
      expect([containers[0]?.name, volumes]).toEqual([
        containers[0]?.name,
        [
          { name: 'tmp', emptyDir: {} },
          ...(containers.some(readsDatabase) ? [{ name: 'database-ca', secret }] : []),
          ...(containers.some(keepsBackups)
            ? [{ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } }]
            : []),
        ],
      ])
      for (const each of containers)
        expect([each.name, each.volumeMounts.map(({ mountPath }) => mountPath)]).toEqual([
          each.name,
          [
            '/tmp',
            ...(readsDatabase(each) ? ['/etc/database-ca'] : []),
            ...(keepsBackups(each) ? ['/app/backups'] : []),
          ],
        ])
    }
    expect(read('docs/operate.md')).toContain('DATABASE_CA=/etc/database-ca/ca.pem')
  })

  // As the first process of a container, Node ignores SIGTERM until it has loaded its code.
  it('run no process as PID 1 of its container', () => {
    type Spec = {
      readonly template: { readonly spec: { readonly shareProcessNamespace: boolean } }
    }
    for (const spec of workloads)
      expect((spec as Spec).template.spec.shareProcessNamespace).toBe(true)
  })

  it('request more memory for the API than was measured', () => {
    const [, measured] = /API holds (\d+) MiB \(measured\)/.exec(read('docs/scale.md')) ?? []
    const [, requested] =
      /requests: .*memory: (\d+)Mi/.exec(read('deploy/kubernetes/api.yaml')) ?? []
    expect(Number(requested)).toBeGreaterThan(Number(measured))
  })

  it('name the images of this version', () => {
    const images = manifests.flatMap((file) => read(file).match(/image: \S+/g) ?? [])
    expect(new Set(images)).toEqual(
      new Set(['api', 'site', 'tools'].map((name) => `image: evenkeel-${name}:${version}`)),
    )
  })
})

describe('compose.yaml', () => {
  type Service = {
    readonly depends_on?: Record<string, object>
    readonly logging?: object
    readonly image?: string
    readonly build?: object
    readonly ports?: readonly string[]
    readonly env_file?: string | readonly string[]
    readonly volumes?: readonly string[]
    readonly extra_hosts?: readonly string[]
    readonly networks?: {
      readonly default: { readonly aliases?: readonly string[]; readonly ipv4_address: string }
    }
  }
  const { services, networks } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    networks: { default: { ipam: { config: readonly { subnet: string; ip_range: string }[] } } }
  }

  it('builds each image once', () => {
    const built = Object.values(services).filter(({ build }) => build !== undefined)
    expect(built.map(({ image }) => image).toSorted()).toEqual([
      'evenkeel-api',
      'evenkeel-site',
      'evenkeel-tools',
    ])
  })

  it('names only services that exist', () => {
    const needed = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on))
    expect(needed.filter((name) => !Object.hasOwn(services, name))).toEqual([])
    const upstreams = [...read('deploy/nginx/nginx.conf').matchAll(/server (\S+):80/g)]
    expect(upstreams).toHaveLength(4)
    for (const [, name = ''] of upstreams) expect(services).toHaveProperty(name)
  })

  it('keeps your own settings outside the folder of a version', () => {
    const files = Object.values(services).flatMap(({ env_file: settings = [], volumes = [] }) => [
      ...[settings].flat(),
      ...volumes.map((volume) => volume.split(':')[0]!).filter((from) => /^[./]/.test(from)),
    ])
    expect(files.length).toBeGreaterThan(10)
    const isMine = (file: string) => /^\/(?:etc|var\/backups)\/evenkeel\b/.test(file)
    expect(files.filter((file) => !isMine(file))).toEqual([])
  })

  // nginx resolves names once, at its start, and exits when one is unknown.
  it('gives nginx a fixed address for each instance', () => {
    const upstreams = [...read('deploy/nginx/nginx.conf').matchAll(/server (\S+):80/g)]
    const addresses = upstreams.map(([, name = '']) => {
      const address = services[name]?.networks?.default.ipv4_address
      return `${name}:${address}`
    })
    expect(services['nginx']?.extra_hosts).toEqual(addresses)
    expect(new Set(addresses.map((each) => each.split(':')[1])).size).toBe(4)
    const [{ subnet, ip_range: others } = { subnet: '', ip_range: '' }] =
      networks.default.ipam.config
    expect(others).toBe(subnet.replace('.0/24', '.128/25'))
    for (const each of addresses)
      expect(each).toMatch(new RegExp(`:${subnet.replace('.0/24', '')}\\.\\d{2}$`))
  })

  it('publishes its ports only on IPv4, where nginx sees the addresses of visitors', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? [])
    expect(ports).toEqual(['0.0.0.0:80:8080', '0.0.0.0:443:8443'])
  })

  it('limits the size of the logs of every service', () => {
    for (const [name, { logging }] of Object.entries(services))
      expect([name, logging]).toEqual([
        name,
        { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
      ])
  })

  it('backs its PostgreSQL up with programs of the same version', () => {
    const [, version] = /image: postgres:(\d+)/.exec(read('deploy/compose.yaml')) ?? []
    expect(read('deploy/Containerfile')).toContain(`ARG POSTGRESQL=${version}\n`)
  })

  it('points the site to every instance of the API, and to nothing else', () => {
    const [, host = ''] = /ADMIN_API_URL=http:\/\/([\w-]+):8001/.exec(read('docs/operate.md')) ?? []
    const reached = Object.keys(services).filter((name) =>
      services[name]?.networks?.default.aliases?.includes(host),
    )
    const instances = Object.keys(services).filter((name) => name.startsWith('api-'))
    expect(instances).toHaveLength(2)
    expect(reached).toEqual(instances)
  })
})

describe('PgBouncer', () => {
  const limits = Object.entries(patience).filter(([name]) => /^(?:statement|idle)_/.test(name))

  it('is configured everywhere to ignore the timeouts that the API sends when it connects', () => {
    const ignored = ['docs/scale.md', 'deploy/compose.yaml', 'tests/support/pgbouncer.ts'].map(
      (file) => /ignore_startup_parameters(?: =|:) (\S+)/i.exec(read(file))?.[1]?.split(','),
    )
    expect(ignored[0]).toEqual(expect.arrayContaining(limits.map(([name]) => name)))
    expect(new Set(ignored.map(String)).size).toBe(1)
  })

  it.each(['docs/scale.md', 'docs/operate.md'])(
    'has a role with the timeouts of the API in %s',
    (page) => {
      const set = [...read(page).matchAll(/ALTER ROLE \w+ SET (\w+_timeout) = (\d+)/g)]
      expect(set.map(([, name, value]) => [name, Number(value)])).toEqual(limits)
    },
  )
})

describe('the proxies do not log visitors', () => {
  it('in nginx.conf', () => {
    const lines = globSync('deploy/nginx/*', { cwd: root }).flatMap((file) =>
      read(file).match(/^ *(?:access|error)_log .*$/gm),
    )
    expect(lines).toEqual(['error_log stderr alert;', '  access_log off;'])
  })

  it('in the Ingresses of Kubernetes', () => {
    const annotations = resources
      .filter(({ resource }) => resource.kind === 'Ingress')
      .map(({ resource }) => resource.metadata.annotations)
    expect(annotations).toHaveLength(3)
    for (const each of annotations)
      expect(each).toHaveProperty(['nginx.ingress.kubernetes.io/enable-access-log'], 'false')
  })
})

describe('after a 404, the proxies try another instance of the site, but not of the API', () => {
  it('in nginx.conf', () => {
    const servers = read('deploy/nginx/nginx.conf').split(/^  server \{$/m)
    const asking = servers.filter((each) => each.includes('http_404'))
    expect(asking.map((each) => /server_name .*/.exec(each)?.[0])).toEqual([
      'server_name www.example.com;',
    ])
  })

  it('in the Ingresses of Kubernetes', () => {
    type Spec = { readonly rules: readonly { readonly host: string }[] }
    const asking = resources.flatMap(({ resource: { metadata, spec } }) =>
      metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-next-upstream']?.includes(
        'http_404',
      )
        ? (spec as Spec).rules.map(({ host }) => host)
        : [],
    )
    expect(asking).toEqual(['www.example.com'])
  })
})

it('every kind of deployment takes its backup at the same hour, and keeps it for the same number of days', () => {
  const [systemd, kubernetes, compose] = [
    'deploy/systemd/evenkeel-backup.service',
    'deploy/kubernetes/backup.yaml',
    'deploy/compose.yaml',
  ].map((file) => /find backups -name \S+ -mtime \S+ -delete/.exec(read(file))?.[0])
  // The pattern ends in `*` to match interrupted backups, too, which end in `.part`.
  expect(systemd).toBe('find backups -name evenkeel-*.backup* -mtime +13 -delete')
  expect([kubernetes, compose]).toEqual([
    "find backups -name 'evenkeel-*.backup*' -mtime +13 -delete",
    "find backups -name 'evenkeel-*.backup*' -mtime +13 -delete",
  ])
  expect(read('deploy/systemd/evenkeel-backup.timer')).toMatch(/^OnCalendar=.* 02:20 UTC$/m)
  expect(read('deploy/kubernetes/backup.yaml')).toContain("schedule: '20 2 * * *'")
  expect(read('docs/operate.md')).toMatch(/^echo '20 2 \* \* \* root docker compose .* backup' > /m)
})

it('the network policies select only what the manifests run', () => {
  type Workload = {
    readonly template: { readonly metadata: { readonly labels: { readonly app: string } } }
  }
  type Selector = {
    readonly matchLabels?: { readonly app?: string }
    readonly matchExpressions?: readonly { readonly key: string; readonly values: string[] }[]
  }
  const specOf = ({ resource }: (typeof resources)[number]) =>
    resource.spec as { readonly podSelector: Selector }
  const selected = ({ matchLabels, matchExpressions = [] }: Selector): string[] => [
    ...(matchLabels?.app === undefined ? [] : [matchLabels.app]),
    ...matchExpressions.flatMap(({ key, values }) => (key === 'app' ? values : [])),
  ]
  const apps = workloads.map((spec) => (spec as Workload).template.metadata.labels.app)
  const policies = resources.filter(({ resource }) => resource.kind === 'NetworkPolicy')
  for (const policy of policies) {
    const names = selected(specOf(policy).podSelector)
    expect([policy.name, names.length]).not.toEqual([policy.name, 0])
    expect(apps).toEqual(expect.arrayContaining(names))
  }
  const nobody = policies.find(({ name }) => name.endsWith(' nobody'))!
  expect(selected(specOf(nobody).podSelector).toSorted()).toEqual(apps.toSorted())
})

it.each([
  [
    'nginx.conf',
    new RegExp(
      `location = ${webhooksRoute} {\\s*client_max_body_size 1m;\\s*proxy_pass http://api;`,
    ),
  ],
  ['network.yaml', new RegExp(`proxy-body-size: 1m\\n(?:.+\\n)*.*path: ${webhooksRoute}\\n`)],
])('%s accepts events of up to 1 MB from the payment provider', (file, rule) => {
  const found = globSync(`deploy/*/${file}`, { cwd: root })
  expect(found.map(read).join('')).toMatch(rule)
})

it('the images check their health on the port that they listen on', () => {
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
  const units = globSync('deploy/systemd/*.service', { cwd: root })
  const hardening = /^(?:NoNew|Protect|Private|Restrict|Capability|SystemCall)\w+=.*$/gm
  const hardeningOf = (file: string) => read(file).match(hardening)

  // The migration runs first, so rules that break a process show there, before others are
  // restarted.
  it('confine every process by the same rules', () => {
    expect(units).toHaveLength(5)
    for (const unit of units)
      expect([unit, hardeningOf(unit)]).toEqual([unit, hardeningOf(units[0]!)])
  })

  it.each([
    ['access to the memory protection keys of V8', /^SystemCallFilter=.*@pkey\b/m],
    ['access to the list of network interfaces', /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m],
    [
      'an error, instead of killing it, for any other system call',
      /^SystemCallErrorNumber=EPERM$/m,
    ],
  ])('give Node %s', (_what, line) => {
    for (const unit of units) expect(read(unit)).toMatch(line)
  })
})
