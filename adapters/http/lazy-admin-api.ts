import { PortUnavailable } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'

/** The admin API whose code loads with the first call, and again after a failure. */
export const createLazyAdminApi = (load: () => Promise<AdminApiPort>): AdminApiPort => {
  const open = async (): Promise<AdminApiPort> => {
    try {
      return await load()
    } catch (cause) {
      throw new PortUnavailable('admin-api', cause)
    }
  }
  const forward = <Name extends keyof AdminApiPort>(name: Name): AdminApiPort[Name] =>
    (async (...input: readonly unknown[]) => {
      const adminApi = await open()
      return (adminApi[name] as (...given: readonly unknown[]) => unknown)(...input)
    }) as AdminApiPort[Name]
  return {
    profile: forward('profile'),
    updateProfile: forward('updateProfile'),
    questionnaire: forward('questionnaire'),
    calculate: forward('calculate'),
    sendMailing: forward('sendMailing'),
    saveDiagnosis: forward('saveDiagnosis'),
    diagnoses: forward('diagnoses'),
    offers: forward('offers'),
    createSetupIntent: forward('createSetupIntent'),
    checkPromotionCode: forward('checkPromotionCode'),
    createSubscription: forward('createSubscription'),
    cancelSubscription: forward('cancelSubscription'),
    resumeSubscription: forward('resumeSubscription'),
    replaceCard: forward('replaceCard'),
    previewPlanChange: forward('previewPlanChange'),
    changePlan: forward('changePlan'),
    withdraw: forward('withdraw'),
    invoices: forward('invoices'),
    createAppClaim: forward('createAppClaim'),
    exportAccount: forward('exportAccount'),
    deleteAccount: forward('deleteAccount'),
  }
}
