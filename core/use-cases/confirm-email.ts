import type { Ports } from '#core/ports/ports.ts'

export type ConfirmEmailOutcome = {
  readonly kind: 'confirmed' | 'link-invalid' | 'too-many-requests'
}

/** Confirms an email by what the link of its verification mail carries. Needs no session. */
export const confirmEmail =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (code: string): Promise<ConfirmEmailOutcome> => {
    const { kind } = await auth.applyMailCode(code)
    switch (kind) {
      case 'applied':
        return { kind: 'confirmed' }
      case 'too-many-requests':
        return { kind }
      case 'link-invalid':
      case 'link-expired':
      case 'email-taken':
      case 'user-disabled':
        return { kind: 'link-invalid' }
    }
  }
