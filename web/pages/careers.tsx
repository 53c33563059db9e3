import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { CareersScreen } from '../screens/careers/careers-screen.tsx'

const CareersPage = () => <CareersScreen />

export default CareersPage

export const Head = () => (
  <PageHead
    path={routes.careers}
    title="Careers"
    description="How we work at Evenkeel, and our open roles."
  />
)
