import { beforeAll } from 'vitest'

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  // The default limit of a second is too short when a busy machine is still loading modules.
  configure({ asyncUtilTimeout: 30_000 })
})
