import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { MethodScreen } from '../screens/method/method-screen.tsx'

const HowItWorksPage = () => <MethodScreen />

export default HowItWorksPage

export const Head = () => (
  <PageHead
    path={routes.howItWorks}
    title="How it works"
    description="The method in four parts: a check-up of four areas, four money beliefs, a coach who begins with both, and habits. With its sources."
  />
)
