import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { CompanyScreen } from '../screens/company/company-screen.tsx'

const CompanyPage = () => <CompanyScreen />

export default CompanyPage

export const Head = () => (
  <PageHead
    path={routes.company}
    title="Company"
    description="Who makes Evenkeel, how it began, what we stand for, and what each of us believes about money."
  />
)
