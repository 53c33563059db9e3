import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PressScreen } from '../screens/press/press-screen.tsx'

const PressPage = () => <PressScreen />

export default PressPage

export const Head = () => (
  <PageHead
    path={routes.press}
    title="Press"
    description="Press releases, our logo, colours and typefaces, and a paragraph to quote, for anyone writing about Evenkeel."
  />
)
