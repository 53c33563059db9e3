import type { App } from './app.ts'
import type { Ports } from './ports/ports.ts'
import { changeEmail } from './use-cases/change-email.ts'
import { changePassword } from './use-cases/change-password.ts'
import { checkEmailChanged } from './use-cases/check-email-changed.ts'
import { confirmEmail } from './use-cases/confirm-email.ts'
import { confirmSignIn, sendSignInCode } from './use-cases/confirm-sign-in.ts'
import { deleteAccount } from './use-cases/delete-account.ts'
import { enrolSecondFactor, sendEnrolmentCode } from './use-cases/enrol-second-factor.ts'
import { exportAccount } from './use-cases/export-account.ts'
import { followMailLink } from './use-cases/follow-mail-link.ts'
import { listSecondFactors } from './use-cases/list-second-factors.ts'
import { loadAccount } from './use-cases/load-account.ts'
import { loadMoreDiagnoses } from './use-cases/load-more-diagnoses.ts'
import { openMailLink } from './use-cases/open-mail-link.ts'
import { readMailLink } from './use-cases/read-mail-link.ts'
import { reauthenticate } from './use-cases/reauthenticate.ts'
import { recoverAccount } from './use-cases/recover-account.ts'
import { removeSecondFactor } from './use-cases/remove-second-factor.ts'
import { resetPassword } from './use-cases/reset-password.ts'
import { savePersonalDetails } from './use-cases/save-personal-details.ts'
import { signIn } from './use-cases/sign-in.ts'
import { signOut } from './use-cases/sign-out.ts'
import { signUp } from './use-cases/sign-up.ts'
import { checkEmailVerified, resendVerification } from './use-cases/verify-email.ts'

/** The application plus the account use cases, loaded only by the pages that need them. */
export const createAccountApp = (ports: Ports, app: App) => ({
  ...app,
  changeEmail: changeEmail(ports),
  changePassword: changePassword(ports),
  checkEmailChanged: checkEmailChanged(ports),
  checkEmailVerified: checkEmailVerified(ports),
  confirmEmail: confirmEmail(ports),
  confirmSignIn: confirmSignIn(ports),
  deleteAccount: deleteAccount(ports),
  enrolSecondFactor: enrolSecondFactor(ports),
  exportAccount: exportAccount(ports),
  followMailLink: followMailLink(ports),
  listSecondFactors: listSecondFactors(ports),
  loadAccount: loadAccount(ports),
  loadMoreDiagnoses: loadMoreDiagnoses(ports),
  openMailLink: openMailLink(ports),
  readMailLink: readMailLink(ports),
  reauthenticate: reauthenticate(ports),
  recoverAccount: recoverAccount(ports),
  removeSecondFactor: removeSecondFactor(ports),
  resendVerification: resendVerification(ports),
  resetPassword: resetPassword(ports),
  savePersonalDetails: savePersonalDetails(ports),
  sendEnrolmentCode: sendEnrolmentCode(ports),
  sendSignInCode: sendSignInCode(ports),
  signIn: signIn(ports),
  signOut: signOut(ports),
  signUp: signUp(ports),
})

export type AccountApp = ReturnType<typeof createAccountApp>
