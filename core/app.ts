import type { Ports } from './ports/ports.ts'
import { answerQuestion } from './use-cases/answer-question.ts'
import { assess } from './use-cases/assess.ts'
import { cancelSubscription, resumeSubscription } from './use-cases/cancel-subscription.ts'
import { changeEmail } from './use-cases/change-email.ts'
import { changePassword } from './use-cases/change-password.ts'
import { changePlan } from './use-cases/change-plan.ts'
import { checkEmailChanged } from './use-cases/check-email-changed.ts'
import { checkPromotionCode } from './use-cases/check-promotion-code.ts'
import { checkTrial } from './use-cases/check-trial.ts'
import { choosePlan } from './use-cases/choose-plan.ts'
import { completeSignUp } from './use-cases/complete-sign-up.ts'
import { confirmEmail } from './use-cases/confirm-email.ts'
import { confirmSignIn, sendSignInCode } from './use-cases/confirm-sign-in.ts'
import { createAppClaim } from './use-cases/create-app-claim.ts'
import { deleteAccount } from './use-cases/delete-account.ts'
import { enrolSecondFactor, sendEnrolmentCode } from './use-cases/enrol-second-factor.ts'
import { exportAccount } from './use-cases/export-account.ts'
import { findEarlierResult } from './use-cases/find-earlier-result.ts'
import { followMailLink } from './use-cases/follow-mail-link.ts'
import { initApp } from './use-cases/init-app.ts'
import { keepPlan } from './use-cases/keep-plan.ts'
import { saveAttribution } from './use-cases/save-attribution.ts'
import { saveDiagnoses } from './use-cases/save-diagnoses.ts'
import { listSecondFactors } from './use-cases/list-second-factors.ts'
import { loadAccount } from './use-cases/load-account.ts'
import { loadMoreDiagnoses } from './use-cases/load-more-diagnoses.ts'
import { loadOffers } from './use-cases/load-offers.ts'
import { loadQuestionnaire } from './use-cases/load-questionnaire.ts'
import { markCard } from './use-cases/mark-card.ts'
import { openMailLink } from './use-cases/open-mail-link.ts'
import { previewPlanChange } from './use-cases/preview-plan-change.ts'
import { readMailLink } from './use-cases/read-mail-link.ts'
import { reauthenticate } from './use-cases/reauthenticate.ts'
import { recoverAccount } from './use-cases/recover-account.ts'
import { removeSecondFactor } from './use-cases/remove-second-factor.ts'
import { repairCard } from './use-cases/repair-card.ts'
import { reportError } from './use-cases/report-error.ts'
import { resetPassword } from './use-cases/reset-password.ts'
import { saveCard } from './use-cases/save-card.ts'
import { savePersonalDetails } from './use-cases/save-personal-details.ts'
import { sendMailing } from './use-cases/send-mailing.ts'
import { showBeliefResult } from './use-cases/show-belief-result.ts'
import { signIn } from './use-cases/sign-in.ts'
import { signOut } from './use-cases/sign-out.ts'
import { signUp } from './use-cases/sign-up.ts'
import { subscribe } from './use-cases/subscribe.ts'
import { checkEmailVerified, resendVerification } from './use-cases/verify-email.ts'
import { watchUser } from './use-cases/watch-user.ts'
import { withdraw } from './use-cases/withdraw.ts'

/** The use cases, bound to the ports they need. */
export const createApp = (ports: Ports) => ({
  answerQuestion: answerQuestion(ports),
  assess: assess(ports),
  cancelSubscription: cancelSubscription(ports),
  changeEmail: changeEmail(ports),
  changePassword: changePassword(ports),
  changePlan: changePlan(ports),
  checkEmailChanged: checkEmailChanged(ports),
  checkEmailVerified: checkEmailVerified(ports),
  checkPromotionCode: checkPromotionCode(ports),
  checkTrial: checkTrial(ports),
  choosePlan: choosePlan(ports),
  completeSignUp: completeSignUp(ports),
  confirmEmail: confirmEmail(ports),
  confirmSignIn: confirmSignIn(ports),
  createAppClaim: createAppClaim(ports),
  deleteAccount: deleteAccount(ports),
  enrolSecondFactor: enrolSecondFactor(ports),
  exportAccount: exportAccount(ports),
  findEarlierResult: findEarlierResult(ports),
  followMailLink: followMailLink(ports),
  initApp: initApp(ports),
  keepPlan: keepPlan(ports),
  saveAttribution: saveAttribution(ports),
  saveDiagnoses: saveDiagnoses(ports),
  listSecondFactors: listSecondFactors(ports),
  loadAccount: loadAccount(ports),
  loadMoreDiagnoses: loadMoreDiagnoses(ports),
  loadOffers: loadOffers(ports),
  loadQuestionnaire: loadQuestionnaire(ports),
  openMailLink: openMailLink(ports),
  previewPlanChange: previewPlanChange(ports),
  readMailLink: readMailLink(ports),
  reauthenticate: reauthenticate(ports),
  recoverAccount: recoverAccount(ports),
  removeSecondFactor: removeSecondFactor(ports),
  repairCard: repairCard(ports),
  reportError: reportError(ports),
  resendVerification: resendVerification(ports),
  resetPassword: resetPassword(ports),
  resumeSubscription: resumeSubscription(ports),
  saveCard: saveCard(ports),
  markCard: markCard(ports),
  savePersonalDetails: savePersonalDetails(ports),
  sendEnrolmentCode: sendEnrolmentCode(ports),
  sendMailing: sendMailing(ports),
  sendSignInCode: sendSignInCode(ports),
  showBeliefResult: showBeliefResult(ports),
  signIn: signIn(ports),
  signOut: signOut(ports),
  signUp: signUp(ports),
  subscribe: subscribe(ports),
  watchUser: watchUser(ports),
  withdraw: withdraw(ports),
})

export type App = ReturnType<typeof createApp>
