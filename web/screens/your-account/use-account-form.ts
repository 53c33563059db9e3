import { askForForm, formAsked } from '#core/model/account-address.ts'
import type { AccountForm } from '#core/model/account-address.ts'
import { routes } from '#core/model/routes.ts'
import { useStepQuery } from '../../journey/step-query.ts'

export const formValue = {
  read: (query: URLSearchParams) => formAsked(Object.fromEntries(query)),
  write: (query: URLSearchParams, form: string | null) =>
    askForForm(query, form as AccountForm | null),
}

/**
 * The form that the account's address asks for (`/account?card=another`, `/account?plan=change`),
 * with a history entry for the open form: closing it returns to where it was opened. The server
 * does not read it.
 */
export const useAccountForm = () => {
  const { step, go, leave } = useStepQuery(routes.account, null, formValue)
  const open = (form: AccountForm) => {
    if (step !== form) go(form)
  }
  return { asked: step as AccountForm | null, open, close: leave }
}

export type AccountFormAddress = ReturnType<typeof useAccountForm>
