import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { doNotTrackId, privacyPolicy } from '../content/privacy-policy.ts'
import { LegalScreen } from '../screens/legal/legal-screen.tsx'
import { AnalyticsSwitch } from '../screens/legal/analytics-switch.tsx'

const inserts = { [doNotTrackId]: <AnalyticsSwitch /> }

const PrivacyPolicyPage = () => <LegalScreen document={privacyPolicy} inserts={inserts} />

export default PrivacyPolicyPage

export const Head = () => (
  <PageHead
    path={routes.privacyPolicy}
    title={privacyPolicy.title}
    description={privacyPolicy.description}
  />
)

/** Rendered at the first request. */
export async function config() {
  return () => ({ defer: true })
}
