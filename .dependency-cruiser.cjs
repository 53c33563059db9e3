/** Dependencies point inwards: web -> core <- adapters. Checked by `npm run check:boundaries`. */
const within = (...folders) => `^(${folders.join('|')})/`

/** The layers of web/, topmost first: no folder imports from a layer above its own. */
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

const pathsOf = (some) => within(...some.flat().map((folder) => `web/${folder}`))

module.exports = {
  forbidden: [
    ...layers.slice(1).map((layer, above) => ({
      name: `${layer.join('-and-')}-import-from-no-layer-above`,
      severity: 'error',
      from: { path: pathsOf([layer]) },
      to: { path: pathsOf(layers.slice(0, above + 1)) },
    })),
    {
      name: 'components-import-from-no-other-layer',
      severity: 'error',
      from: { path: within('web/components') },
      to: {
        path: within('web', 'core'),
        pathNot: within('web/components', 'web/styles'),
      },
    },
    {
      name: 'stores-import-nothing-else-of-web',
      severity: 'error',
      from: { path: within('web/stores') },
      to: { path: within('web'), pathNot: within('web/stores') },
    },
    {
      name: 'core-imports-nothing-but-itself',
      severity: 'error',
      from: { path: within('core') },
      to: { pathNot: within('core') },
    },
    {
      name: 'adapters-know-only-core',
      severity: 'error',
      from: { path: within('adapters') },
      to: { path: within('web', 'admin-api', 'sandbox', 'tests', 'contracts') },
    },
    {
      name: 'only-composition-roots-import-adapters',
      comment: 'web/app/*-root.ts(x) wire adapters to use cases; nothing else in web may know one.',
      severity: 'error',
      from: { path: within('web'), pathNot: '^web/app/[a-z-]+-root\\.tsx?$' },
      to: { path: within('adapters'), pathNot: within('adapters/telemetry') },
    },
    {
      name: 'only-servers-trace',
      severity: 'error',
      from: {
        path: within('core', 'adapters', 'web'),
        pathNot: within('web/server', 'adapters/telemetry'),
      },
      to: { path: within('adapters/telemetry') },
    },
    {
      name: 'web-knows-neither-servers-nor-tests',
      severity: 'error',
      from: { path: within('web') },
      to: { path: within('admin-api', 'sandbox', 'tests', 'contracts') },
    },
    {
      name: 'pages-know-nothing-of-their-server',
      severity: 'error',
      from: { path: within('web'), pathNot: within('web/server') },
      to: { path: within('web/server') },
    },
    {
      name: 'mobx-stops-at-the-stores',
      severity: 'error',
      from: { path: within('core', 'adapters', 'admin-api', 'sandbox') },
      to: { path: 'node_modules/mobx' },
    },
    {
      name: 'the-admin-api-stands-alone',
      severity: 'error',
      from: { path: within('admin-api') },
      to: {
        path: within('web', 'adapters', 'core', 'sandbox', 'tests', 'contracts'),
        pathNot: within('adapters/telemetry'),
      },
    },
    {
      name: 'telemetry-knows-nobody',
      comment: 'Both servers use it.',
      severity: 'error',
      from: { path: within('adapters/telemetry') },
      to: {
        path: within(
          'core',
          'adapters',
          'web',
          'admin-api',
          'sandbox',
          'tests',
          'contracts',
          'deploy',
        ),
        pathNot: within('adapters/telemetry'),
      },
    },
    {
      name: 'the-sandbox-knows-no-product-code',
      severity: 'error',
      from: { path: within('sandbox') },
      to: { path: within('core', 'adapters', 'web', 'admin-api', 'tests', 'contracts') },
    },
    {
      name: 'contracts-know-no-page',
      comment: 'The adapters record them, and they also hold for a site that is built differently.',
      severity: 'error',
      from: { path: within('contracts') },
      to: { path: within('web', 'deploy') },
    },
    {
      name: 'what-runs-in-production-needs-no-dev-dependency',
      comment: 'Production installs with npm ci --omit=dev.',
      severity: 'error',
      from: {
        path: within('core', 'adapters', 'web', 'admin-api', 'deploy'),
        pathNot: '^admin-api/drizzle\\.config\\.ts$',
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '^(public|\\.cache|tests/bench/floors)/',
        '^(contracts|sandbox|tests|web)/.*\\.d\\.m?ts$',
      ],
    },
    tsPreCompilationDeps: true,
    // The default parser needs an older TypeScript; without that, it misses `export type … from`.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
