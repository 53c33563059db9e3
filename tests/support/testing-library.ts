import { beforeAll } from 'vitest'

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  // Its own limit of a second ends waits for modules that a busy machine is still loading.
  configure({ asyncUtilTimeout: 30_000 })
})
