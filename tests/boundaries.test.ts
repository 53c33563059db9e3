import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
  ])('refuses %s', async (_, text) => {
    const files = { 'core/rule.ts': text, 'adapters/thing.ts': `${value}export type T = number\n` }
    expect(await violations(files)).toContain('core-imports-nothing-but-itself')
  })

  it.each(['web/server', 'admin-api', 'deploy'])(
    'refuses what runs in production importing a dev dependency, in %s',
    async (folder) => {
      const files = { [`${folder}/main.ts`]: "export { default as value } from 'fast-check'\n" }
      expect(await violations(files)).toEqual(['what-runs-in-production-needs-no-dev-dependency'])
    },
  )

  it('refuses a screen that imports an adapter', async () => {
    const files = {
      'adapters/thing.ts': value,
      'web/screens/screen.tsx': "export { value } from '#adapters/thing.ts'\n",
    }
    expect(await violations(files)).toEqual(['only-composition-roots-import-adapters'])
  })

  it('lets both servers trace, and nothing else', async () => {
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
    'gatsby',
    'pages',
    'app',
    'shell',
    'screens',
    'journey',
    'analytics',
    'stores',
    'illustrations',
    'components',
    'content',
  ]

  it.each(layers.slice(1).map((folder, index) => [folder, layers[index]!]))(
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

  it('refuses a component that imports another layer', async () => {
    const files = {
      'web/content/texts.ts': value,
      'web/components/button.tsx': "export { value } from '../content/texts.ts'\n",
    }
    expect(await violations(files)).toEqual(['components-import-from-no-other-layer'])
  })

  it('refuses a store that imports another layer', async () => {
    const files = {
      'web/content/texts.ts': value,
      'web/stores/store.ts': "export { value } from '../content/texts.ts'\n",
    }
    expect(await violations(files)).toEqual(['stores-import-nothing-else-of-web'])
  })

  it('refuses a contract that imports a page', async () => {
    const files = {
      'web/pages/index.tsx': value,
      'contracts/states.ts': "export { value } from '#web/pages/index.tsx'\n",
    }
    expect(await violations(files)).toEqual(['contracts-know-no-page'])
  })

  it('refuses a cycle', async () => {
    const files = {
      'core/a.ts': "export { b } from './b.ts'\n",
      'core/b.ts': "import './a.ts'\nexport const b = 1\n",
    }
    expect(await violations(files)).toContain('no-cycles')
  })
})

describe('the check for dead code', () => {
  /** What it finds in a project that holds just these files: `kind name`. */
  const findings = async (files: Record<string, string>) => {
    symlinkSync(path.join(root, 'knip.json'), path.join(project, 'knip.json'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(project, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(project, file), text)
    }
    const output = await new Promise<string>((resolve) => {
      const args = ['--reporter', 'json', '--no-progress', '--include', 'files,exports']
      execFile(path.join(root, 'node_modules/.bin/knip'), args, { cwd: project }, (_, stdout) =>
        resolve(stdout),
      )
    })
    type Named = readonly { readonly name: string }[]
    const { issues } = JSON.parse(output) as {
      issues: readonly { readonly files?: Named; readonly exports?: Named }[]
    }
    return issues.flatMap(({ files: unused = [], exports = [] }) => [
      ...unused.map(({ name }) => `file ${name}`),
      ...exports.map(({ name }) => `export ${name}`),
    ])
  }

  const used = {
    'tests/rule.test.ts': "import { value } from '#core/rule.ts'\nexport default value\n",
    'core/rule.ts': value,
  }

  it('accepts what is used', async () => {
    expect(await findings(used)).toEqual([])
  })

  it('refuses a file that nothing imports', async () => {
    expect(await findings({ ...used, 'core/forgotten.ts': value })).toEqual([
      'file core/forgotten.ts',
    ])
  })

  it('refuses an export that nothing imports', async () => {
    expect(await findings({ ...used, 'core/rule.ts': `${value}export const other = 2\n` })).toEqual(
      ['export other'],
    )
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
    ['tries each slash of a long row again', '/\\/+$/', 'regexp(no-super-linear-move)'],
    [
      'can share the same characters out in many ways',
      '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/',
      'regexp(no-super-linear-backtracking)',
    ],
    ['takes exponential time', '/^(?:\\w|\\d)+$/', 'regexp(no-dupe-disjunctions)'],
  ])('refuses a regular expression that %s', async (_, expression, rule) => {
    expect(await brokenBy(expression)).toEqual([rule])
  })

  it('accepts one that takes time in proportion to its input', async () => {
    expect(await brokenBy('/(?<!\\/)\\/+$/')).toEqual([])
  })
})
