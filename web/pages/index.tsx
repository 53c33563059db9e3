import { routes } from '#core/model/routes.ts'
import { JsonLd } from '../components/json-ld.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { organisationData } from '../content/structured-data.ts'
import { HomeScreen } from '../screens/home/home-screen.tsx'

const HomePage = () => <HomeScreen />

export default HomePage

export const Head = () => (
  <PageHead path={routes.home}>
    <JsonLd data={organisationData} />
  </PageHead>
)
