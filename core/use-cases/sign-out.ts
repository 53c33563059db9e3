import type { Ports } from '#core/ports/ports.ts'

export const signOut =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (): Promise<void> =>
    auth.signOut()
