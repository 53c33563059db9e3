import type { Ports } from '#core/ports/ports.ts'

export type ConfirmEmailOutcome = {
  readonly kind: 'confirmed' | 'link-invalid' | 'too-many-requests'
}

/** Confirms an email with the code from the link in its verification mail. Needs no session. */
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
