import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PressScreen } from '../screens/press/press-screen.tsx'

const PressPage = () => <PressScreen />

export default PressPage

export const Head = () => (
  <PageHead path={routes.press} title="Press" description="Releases, the brand mark as a file, colours, type and a paragraph to quote, for those who write about Evenkeel." />
)
