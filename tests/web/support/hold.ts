export type Late = 'request' | 'response'

/** Holds back a method's next call, or its response, until the returned function is called. */
export const hold = (owner: object, name: string, late: Late) => {
  const methods = owner as Record<string, (...given: unknown[]) => Promise<unknown>>
  const method = methods[name]
  let letGo = () => {}
  methods[name] = async (...given) => {
    methods[name] = method!
    const response = late === 'response' ? await method!(...given) : null
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    return response ?? method!(...given)
  }
  return () => letGo()
}
