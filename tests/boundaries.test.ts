import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

let project: string

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'evenkeel-boundaries-'))
  for (const name of ['node_modules', 'package.json', '.dependency-cruiser.cjs']) {
    symlinkSync(path.join(root, name), path.join(project, name))
  }
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** The rules broken by a project that holds just these files. */
const violations = async (files: Record<string, string>) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(project, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(project, file), text)
  }
  const folders = [...new Set(Object.keys(files).map((file) => file.split('/')[0]!))]
  const output = await new Promise<string>((resolve) => {
    const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const args = [
      cruiser,
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      ...folders,
    ]
    execFile(process.execPath, args, { cwd: project }, (_, stdout) => resolve(stdout))
  })
  const { summary } = JSON.parse(output) as {
    summary: { violations: { rule: { name: string } }[] }
  }
  return summary.violations.map(({ rule }) => rule.name)
}

const value = 'export const value = 1\n'

describe('the boundary check', () => {
  it('accepts imports that point inwards', async () => {
    const files = {
      'core/rule.ts': value,
      'adapters/thing.ts': "export { value } from '#core/rule.ts'\n",
      'web/app/browser-root.ts': "export { value } from '#adapters/thing.ts'\n",
    }
    expect(await violations(files)).toEqual([])
  })

  it.each([
    [
      'a core file that imports React',
      "import { useState } from 'react'\nexport const value = useState\n",
    ],
    [
      'a core file that imports Node',
      "import { sep } from 'node:path'\nexport const value: string = sep\n",
    ],
    ['a core file that imports an adapter', "export { value } from '#adapters/thing.ts'\n"],
    [
      'a core file that loads an adapter later',
      "export const value = () => import('#adapters/thing.ts')\n",
    ],
    [
      'a core file that takes a type from an adapter',
      "import type { T } from '#adapters/thing.ts'\nexport type U = T\n",
    ],
    [
      'a core file that exports a type of an adapter',
      "export type { T } from '#adapters/thing.ts'\n",
    ],
    [
      'a core file that exports all types of an adapter',
      "export type * from '#adapters/thing.ts'\n",
    ],
  ])('refuses %s', async (_, text) => {
    const files = { 'core/rule.ts': text, 'adapters/thing.ts': `${value}export type T = number\n` }
    expect(await violations(files)).toContain('core-imports-nothing-but-itself')
  })

  it.each(['web/server', 'admin-api', 'deploy'])(
    'refuses an import of a dev dependency in %s, which runs in production',
    async (folder) => {
      const files = { [`${folder}/main.ts`]: "export { default as value } from 'fast-check'\n" }
      expect(await violations(files)).toEqual(['what-runs-in-production-needs-no-dev-dependency'])
    },
  )

  it('lets only the servers import the tracing, and lets the tracing import nothing', async () => {
    const text = "export { value } from '#adapters/telemetry/trace.ts'\n"
    const files = {
      'adapters/telemetry/trace.ts': value,
      'web/server/app.ts': text,
      'admin-api/app.ts': text,
    }
    expect(await violations(files)).toEqual([])
    expect(await violations({ ...files, 'web/stores/store.ts': text })).toContain(
      'only-servers-trace',
    )
    expect(
      await violations({
        ...files,
        'adapters/telemetry/trace.ts': "import '#core/rule.ts'\n",
        'core/rule.ts': value,
      }),
    ).toContain('telemetry-knows-nobody')
  })

  const layers = [
    ['gatsby', 'server'],
    ['pages', 'templates'],
    ['app'],
    ['shell'],
    ['screens'],
    ['journey'],
    ['analytics'],
    ['stores'],
    ['illustrations'],
    ['components'],
    ['content', 'styles'],
  ]
  const neighbours = layers.slice(1).flatMap((layer, index) => {
    const above = layers[index] ?? []
    return layer.flatMap((lower) => above.map((upper) => [lower, upper] as const))
  })

  it.each(neighbours)(
    'refuses web/%s importing from web/%s, the layer above',
    async (folder, above) => {
      const files = {
        [`web/${above}/upper.ts`]: value,
        [`web/${folder}/lower.ts`]: `export { value } from '../${above}/upper.ts'\n`,
      }
      expect(await violations(files)).toContainEqual(
        expect.stringMatching(`^(.*-)?${folder}(-.*)?-import-from-no-layer-above$`),
      )
    },
  )

  it.each([
    ['only-composition-roots-import-adapters', 'web/screens/screen.tsx', 'adapters/thing.ts'],
    ['adapters-know-only-core', 'adapters/thing.ts', 'web/site.ts'],
    ['adapters-know-only-core', 'adapters/thing.ts', 'tests/support/thing.ts'],
    ['web-knows-neither-servers-nor-tests', 'web/stores/store.ts', 'admin-api/domain/rule.ts'],
    ['web-knows-neither-servers-nor-tests', 'web/server/app.ts', 'contracts/states.ts'],
    ['pages-know-nothing-of-their-server', 'web/gatsby/builds.ts', 'web/server/app.ts'],
    ['the-admin-api-stands-alone', 'admin-api/domain/rule.ts', 'core/rule.ts'],
    ['the-sandbox-knows-no-product-code', 'sandbox/console.ts', 'admin-api/server.ts'],
    ['components-import-from-no-other-layer', 'web/components/button.tsx', 'web/content/texts.ts'],
    ['components-import-from-no-other-layer', 'web/components/button.tsx', 'core/app.ts'],
    ['components-import-from-no-other-layer', 'web/components/chart.tsx', 'core/model/rule.ts'],
    ['components-import-from-no-other-layer', 'web/components/button.tsx', 'core/use-cases/do.ts'],
    ['stores-import-nothing-else-of-web', 'web/stores/store.ts', 'web/content/texts.ts'],
    ['contracts-know-no-page', 'contracts/states.ts', 'web/pages/index.tsx'],
    ['contracts-know-no-page', 'contracts/states.ts', 'deploy/doctor.ts'],
  ])('reports %s when %s imports %s', async (rule, from, to) => {
    const files = { [to]: value, [from]: `export { value } from '#${to}'\n` }
    expect(await violations(files)).toEqual([rule])
  })

  it.each(['core', 'adapters', 'admin-api', 'sandbox'])('refuses MobX in %s', async (folder) => {
    const files = { [`${folder}/rule.ts`]: "export { observable } from 'mobx'\n" }
    expect(await violations(files)).toContain('mobx-stops-at-the-stores')
  })

  it('refuses an import of a file that does not exist', async () => {
    const files = { 'core/rule.ts': "export { value } from './missing.ts'\n" }
    expect(await violations(files)).toContain('no-unresolvable')
  })

  it('refuses an import cycle', async () => {
    const files = {
      'core/a.ts': "export { b } from './b.ts'\n",
      'core/b.ts': "import './a.ts'\nexport const b = 1\n",
    }
    expect(await violations(files)).toContain('no-cycles')
  })
})

describe('the check for dead code', () => {
  /** The findings for a project with just these files and dependencies, as `kind name`. */
  const findings = async (files: Record<string, string>, dependencies = {}) => {
    symlinkSync(path.join(root, 'knip.json'), path.join(project, 'knip.json'))
    rmSync(path.join(project, 'package.json'))
    const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      imports: object
    }
    const manifest = JSON.stringify({ imports, dependencies })
    for (const [file, text] of Object.entries({ ...files, 'package.json': manifest })) {
      mkdirSync(path.join(project, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(project, file), text)
    }
    const kinds = ['files', 'exports', 'dependencies', 'unlisted'] as const
    const output = await new Promise<string>((resolve) => {
      const args = ['--reporter', 'json', '--no-progress', '--include', kinds.join(',')]
      execFile(path.join(root, 'node_modules/.bin/knip'), args, { cwd: project }, (_, stdout) =>
        resolve(stdout),
      )
    })
    type Issue = Partial<Record<(typeof kinds)[number], readonly { readonly name: string }[]>>
    const { issues } = JSON.parse(output) as { issues: readonly Issue[] }
    return issues.flatMap((issue) =>
      kinds.flatMap((kind) => (issue[kind] ?? []).map(({ name }) => `${kind}: ${name}`)),
    )
  }

  const used = {
    'tests/rule.test.ts': "import { value } from '#core/rule.ts'\nexport default value\n",
    'core/rule.ts': value,
  }

  it('accepts files, exports and dependencies that are used', async () => {
    const files = { ...used, 'core/rule.ts': "export { default as value } from 'yup'\n" }
    expect(await findings(files, { yup: '1' })).toEqual([])
  })

  it.each(['core', 'web/gatsby', 'tests/bench', 'tests/proofs'])(
    'refuses a file in %s that nothing imports',
    async (folder) => {
      const file = `${folder}/forgotten.ts`
      expect(await findings({ ...used, [file]: value })).toEqual([`files: ${file}`])
    },
  )

  it('refuses an export that nothing imports', async () => {
    expect(await findings({ ...used, 'core/rule.ts': `${value}export const other = 2\n` })).toEqual(
      ['exports: other'],
    )
  })

  it('refuses a dependency that nothing imports', async () => {
    expect(await findings(used, { yup: '1' })).toEqual(['dependencies: yup'])
  })

  it('refuses an import of a package that package.json does not list', async () => {
    const files = { ...used, 'core/rule.ts': "export { default as value } from 'yup'\n" }
    expect(await findings(files)).toEqual(['unlisted: yup'])
  })
})

describe('the lint', () => {
  /** The rules of regular expressions broken by a file with just this one. */
  const brokenBy = async (expression: string) => {
    symlinkSync(path.join(root, '.oxlintrc.json'), path.join(project, '.oxlintrc.json'))
    writeFileSync(path.join(project, 'rule.ts'), `export const rule = ${expression}\n`)
    const output = await new Promise<string>((resolve) => {
      execFile(
        path.join(root, 'node_modules/.bin/oxlint'),
        ['--format', 'json', 'rule.ts'],
        { cwd: project },
        (_, stdout) => resolve(stdout),
      )
    })
    const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] }
    return diagnostics.map(({ code }) => code)
  }

  it.each([
    ['rescans a long row of slashes from each slash', '/\\/+$/', 'regexp(no-super-linear-move)'],
    [
      'can split the same text in many ways',
      '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/',
      'regexp(no-super-linear-backtracking)',
    ],
    ['takes exponential time', '/^(?:\\w|\\d)+$/', 'regexp(no-dupe-disjunctions)'],
  ])('refuses a regular expression that %s', async (_, expression, rule) => {
    expect(await brokenBy(expression)).toEqual([rule])
  })

  it('accepts a regular expression that takes time in proportion to its input', async () => {
    expect(await brokenBy('/(?<!\\/)\\/+$/')).toEqual([])
  })
})
