// Its own limit of a second ends waits for modules that a busy machine is still loading.
if (typeof document !== 'undefined')
  (await import('@testing-library/react')).configure({ asyncUtilTimeout: 30_000 })

export {}
