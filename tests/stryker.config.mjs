/** `npm run proof:mutations`: faults planted in the core, which its own tests must notice. */
export default {
  mutate: ['core/model/**/*.ts', 'core/use-cases/**/*.ts'],
  testRunner: 'vitest',
  // Named here: the runner would otherwise also look for tests of the browser and the services.
  testFiles: ['tests/core/**/*.test.ts'],
  vitest: { configFile: 'tests/vitest.config.mts', related: false },
  coverageAnalysis: 'perTest',
  // Faults in what a module computes once, as it is loaded, would take a run of all tests each.
  ignoreStatic: true,
  concurrency: 2,
  // A worker that broke once fails whatever it is given next.
  maxTestRunnerReuse: 40,
  incremental: true,
  incrementalFile: '.bench/mutations/incremental.json',
  tempDirName: '.bench/mutations/copy',
  // The tests read types by no compiler, and the runner would rewrite the file with an API that TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['public', '.cache', '.sandbox', 'docs', 'static', 'test-results'],
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: '.bench/mutations/report.html' },
  thresholds: { high: 95, low: 92, break: 92 },
}
