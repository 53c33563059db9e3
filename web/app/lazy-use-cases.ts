import { PortUnavailable } from '#core/model/failures.ts'
import type { SendingUseCases } from '#core/sending-use-cases.ts'

/** The use cases whose code loads with the first call, and again after a failure. */
export const createLazyUseCases = (load: () => Promise<SendingUseCases>): SendingUseCases => {
  const open = async (): Promise<SendingUseCases> => {
    try {
      return await load()
    } catch (cause) {
      throw new PortUnavailable('site', cause)
    }
  }
  const forward = <Name extends keyof SendingUseCases>(name: Name): SendingUseCases[Name] =>
    (async (...input: readonly unknown[]) => {
      const useCases = await open()
      return (useCases[name] as (...given: readonly unknown[]) => unknown)(...input)
    }) as SendingUseCases[Name]
  return {
    assess: forward('assess'),
    cancelSubscription: forward('cancelSubscription'),
    changeEmail: forward('changeEmail'),
    changePassword: forward('changePassword'),
    changePlan: forward('changePlan'),
    checkEmailChanged: forward('checkEmailChanged'),
    checkEmailVerified: forward('checkEmailVerified'),
    checkPromotionCode: forward('checkPromotionCode'),
    checkTrial: forward('checkTrial'),
    choosePlan: forward('choosePlan'),
    confirmEmail: forward('confirmEmail'),
    confirmSignIn: forward('confirmSignIn'),
    createAppClaim: forward('createAppClaim'),
    deleteAccount: forward('deleteAccount'),
    enrolSecondFactor: forward('enrolSecondFactor'),
    exportAccount: forward('exportAccount'),
    findEarlierResult: forward('findEarlierResult'),
    followMailLink: forward('followMailLink'),
    keepPlan: forward('keepPlan'),
    listSecondFactors: forward('listSecondFactors'),
    loadAccount: forward('loadAccount'),
    loadMoreDiagnoses: forward('loadMoreDiagnoses'),
    loadOffers: forward('loadOffers'),
    loadQuestionnaire: forward('loadQuestionnaire'),
    markCard: forward('markCard'),
    openMailLink: forward('openMailLink'),
    previewPlanChange: forward('previewPlanChange'),
    readMailLink: forward('readMailLink'),
    reauthenticate: forward('reauthenticate'),
    recoverAccount: forward('recoverAccount'),
    removeSecondFactor: forward('removeSecondFactor'),
    repairCard: forward('repairCard'),
    resendVerification: forward('resendVerification'),
    resetPassword: forward('resetPassword'),
    resumeSubscription: forward('resumeSubscription'),
    saveAttribution: forward('saveAttribution'),
    saveCard: forward('saveCard'),
    saveDiagnoses: forward('saveDiagnoses'),
    savePersonalDetails: forward('savePersonalDetails'),
    sendEnrolmentCode: forward('sendEnrolmentCode'),
    sendMailing: forward('sendMailing'),
    sendSignInCode: forward('sendSignInCode'),
    signIn: forward('signIn'),
    signUp: forward('signUp'),
    subscribe: forward('subscribe'),
    withdraw: forward('withdraw'),
  }
}
