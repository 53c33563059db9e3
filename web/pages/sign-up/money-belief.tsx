import type { GetServerDataProps, HeadProps, PageProps } from 'gatsby'
import { PageHead } from '../../shell/page-head.tsx'
import { MoneyBeliefScreen } from '../../screens/assessment/money-belief-screen.tsx'
import { moneyBeliefTitle, servedPlace } from '../../screens/assessment/served-assessment.ts'
import type { ServedAssessment } from '../../screens/assessment/served-assessment.ts'

type Served<Props> = Props & { serverData: ServedAssessment }

const MoneyBeliefPage = ({ serverData }: Served<PageProps>) => (
  <MoneyBeliefScreen journey="sign-up" served={serverData} />
)

export default MoneyBeliefPage

export const Head = ({ serverData }: Served<HeadProps>) => (
  <PageHead title={moneyBeliefTitle(servedPlace(serverData))} hidden />
)

export const getServerData = async (request: GetServerDataProps) =>
  (await import('../../app/server-root.ts')).serveAssessment('money_belief', request)
