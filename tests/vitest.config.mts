import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const onPostgresqlOnly = 'tests/admin-api/postgresql/**'
const journeys = 'tests/journeys/**'
const core = 'tests/core/**'
/** Takes ten minutes, and needs PgBouncer and Patroni. */
const failover = 'tests/admin-api/postgresql/failover*.test.ts'
const isProof = process.env['PROOF'] === 'full'

/**
 * The admin API's tests run twice: on the embedded database, and on a PostgreSQL started for them.
 * The journeys need the built site, so `npm test` runs them separately, after the build, and
 * retries a failed one once (docs/decisions/0015-retry-failed-journeys.md).
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Modules are transformed once, not on every run.
    fsModuleCache: true,
    // Two files at a time on two processors: most of them wait for a process or a browser.
    maxWorkers: '100%',
    // A busy machine takes ten times as long: limits only end what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Measured for the core's own tests only: use cases are to be tested without a browser.
    coverage: {
      provider: 'v8',
      include: ['core/**'],
      // Files with only types, which v8 counts as untested.
      exclude: ['core/ports/**', 'core/model/{analytics-events,invoice,profile}.ts'],
      reporter: [['text', { skipFull: true }]],
      reportsDirectory: '.bench/coverage',
      thresholds: { branches: 98 },
    },
    projects: [
      // One worker runs many files, in a quarter of the time, since nothing in the core keeps
      // state.
      { extends: true, test: { name: 'core', include: [`${core}/*.test.ts`], isolate: false } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['tests/**/*.test.{ts,tsx}', 'contracts/**/*.test.ts'],
          exclude: ['**/node_modules/**', onPostgresqlOnly, journeys, core],
          setupFiles: ['tests/support/testing-library.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'journeys', include: [`${journeys}/*.test.ts`], retry: isProof ? 0 : 1 },
      },
      {
        extends: true,
        test: {
          name: 'postgresql',
          include: [
            'tests/admin-api/**/*.test.ts',
            'tests/ports/http-admin-api.test.ts',
            'contracts/admin-api.test.ts',
          ],
          // These do not depend on the database.
          exclude: [
            '**/node_modules/**',
            'tests/admin-api/{catalogue,embedded-database,revoked-users}.test.ts',
            'tests/admin-api/{notice-rules,notice-validity,subscriber}.test.ts',
            'tests/admin-api/{belief-scoring,survey-content,survey-scoring}.test.ts',
            'tests/admin-api/{mail,settings}/**',
            ...(isProof ? [] : [failover]),
          ],
          globalSetup: 'tests/support/postgresql-for-tests.ts',
        },
      },
    ],
  },
})
