/** Dependencies point inwards: web -> core <- adapters. Checked by `npm run check:boundaries`. */
const within = (...folders) => `^(${folders.join('|')})/`

/** The rooms of web/ from the top down, rooms side by side on one line: none imports from a room above it. */
const rooms = [
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

const pathsOf = (floors) => within(...floors.flat().map((room) => `web/${room}`))

module.exports = {
  forbidden: [
    ...rooms.slice(1).map((floor, above) => ({
      name: `${floor.join('-and-')}-import-from-no-room-above`,
      severity: 'error',
      from: { path: pathsOf([floor]) },
      to: { path: pathsOf(rooms.slice(0, above + 1)) },
    })),
    {
      name: 'components-import-from-no-other-room',
      severity: 'error',
      from: { path: within('web/components') },
      to: { path: within('web'), pathNot: within('web/components', 'web/styles') },
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
      to: { path: within('adapters') },
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
      to: { path: within('web', 'adapters', 'core', 'sandbox', 'tests', 'contracts') },
    },
    {
      name: 'the-sandbox-knows-no-product-code',
      severity: 'error',
      from: { path: within('sandbox') },
      to: { path: within('core', 'adapters', 'web', 'admin-api', 'tests', 'contracts') },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(public|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
