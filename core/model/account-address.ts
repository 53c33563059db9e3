import { routes } from './routes.ts'

/** A form of the account that has an address, to be linked to and to survive a reload. */
export type AccountForm = 'card' | 'plan'

/** What the query says for the form: `card=another`, `plan=change`. */
export const accountForms: Readonly<Record<AccountForm, string>> = {
  card: 'another',
  plan: 'change',
}

/** The account with the form open. */
export const accountFormPath = (form: AccountForm): string =>
  `${routes.account}?${form}=${accountForms[form]}`

/** The form that the query asks for. Whatever else it says opens none. */
export const formAsked = (query: Readonly<Record<string, unknown>>): AccountForm | null => {
  if (query['plan'] === accountForms.plan) return 'plan'
  return query['card'] === accountForms.card ? 'card' : null
}
