import { confirmationPathOf, samePath } from '#core/model/mail-link.ts'
import type { MailLink } from '#core/model/mail-link.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Reads what the link of an identity mail carries. Null when a part is missing. `origin` is this
 * site's own.
 */
export const readMailLink =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async ({ search, origin }: { search: string; origin: string }): Promise<MailLink | null> => {
    const link = await auth.readMailLink(search)
    if (link === null) return null
    const { kind, code } = link
    const continueTo = samePath(link.continueUrl ?? '', origin)
    const path = confirmationPathOf(kind, continueTo)
    return { kind, code, continueTo, forwardTo: path && path + search }
  }
