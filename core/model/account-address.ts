import { routes } from './routes.ts'

/** A form of the account page with its own URL: it can be linked to, and survives a reload. */
export type AccountForm = 'card' | 'plan' | 'withdrawal'

/** The query parameter that opens each form: `card=another`, `plan=change`, `plan=withdraw`. */
const forms: Readonly<Record<AccountForm, readonly [name: string, value: string]>> = {
  card: ['card', 'another'],
  plan: ['plan', 'change'],
  withdrawal: ['plan', 'withdraw'],
}

/** The path of the account page with the form open. */
export const accountFormPath = (form: AccountForm): string =>
  `${routes.account}?${forms[form].join('=')}`

/**
 * The form that the query opens; a form for the plan wins over the one for the card. Null for none.
 */
export const formAsked = (query: Readonly<Record<string, unknown>>): AccountForm | null => {
  const isAsked = (form: AccountForm) => query[forms[form][0]] === forms[form][1]
  return (['plan', 'withdrawal', 'card'] as const).find(isAsked) ?? null
}

/** Sets the query to open the form and no other; null opens none. */
export const askForForm = (query: URLSearchParams, form: AccountForm | null): void => {
  for (const [name] of Object.values(forms)) query.delete(name)
  if (form !== null) query.set(...forms[form])
}
