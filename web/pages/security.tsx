import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { security } from '../content/security.ts'
import { LegalScreen } from '../screens/legal/legal-screen.tsx'

const SecurityPage = () => <LegalScreen document={security} />

export default SecurityPage

export const Head = () => (
  <PageHead path={routes.security} title={security.title} description={security.description} />
)

/** Rendered at the first request. */
export async function config() {
  return () => ({ defer: true })
}
