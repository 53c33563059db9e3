/** `npm run proof:mutations`: faults planted in the core, which its own tests must notice. */
export default {
  mutate: ['core/model/**/*.ts', 'core/use-cases/**/*.ts'],
  testRunner: 'vitest',
  // Named here: the runner would otherwise also look for tests of the browser and the services.
  testFiles: ['tests/core/**/*.test.ts'],
  vitest: { configFile: 'tests/vitest.config.mts', related: false },
  coverageAnalysis: 'perTest',
  // Mutants in code that runs once at module load would each need a run of all tests.
  ignoreStatic: true,
  concurrency: 2,
  // A worker that has failed once fails every later task.
  maxTestRunnerReuse: 40,
  incremental: true,
  incrementalFile: '.bench/mutations/incremental.json',
  tempDirName: '.bench/mutations/copy',
  // The tests need no type checking, and the runner would rewrite the file with an API that
  // TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['public', '.cache', '.sandbox', 'docs', 'static', 'test-results'],
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: '.bench/mutations/report.html' },
  thresholds: { high: 95, low: 92, break: 92 },
}
