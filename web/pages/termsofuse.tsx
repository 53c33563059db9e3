import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { termsOfUse } from '../content/terms-of-use.ts'
import { LegalScreen } from '../screens/legal/legal-screen.tsx'

const TermsOfUsePage = () => <LegalScreen document={termsOfUse} />

export default TermsOfUsePage

export const Head = () => (
  <PageHead
    path={routes.termsOfUse}
    title={termsOfUse.title}
    description={termsOfUse.description}
  />
)

/** Rendered at the first request. */
export async function config() {
  return () => ({ defer: true })
}
