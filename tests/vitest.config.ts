import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['tests/**/*.test.{ts,tsx}', 'contracts/**/*.test.ts'],
    testTimeout: 15_000,
  },
})
