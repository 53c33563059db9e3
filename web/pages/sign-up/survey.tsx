import type { GetServerDataProps, HeadProps, PageProps } from 'gatsby'
import { PageHead } from '../../shell/page-head.tsx'
import { servedPlace, surveyTitle } from '../../screens/assessment/served-assessment.ts'
import { SurveyScreen } from '../../screens/assessment/survey-screen.tsx'
import type { ServedAssessment } from '../../screens/assessment/served-assessment.ts'

type Served<Props> = Props & { serverData: ServedAssessment }

const SurveyPage = ({ serverData }: Served<PageProps>) => (
  <SurveyScreen journey="sign-up" served={serverData} />
)

export default SurveyPage

export const Head = ({ serverData }: Served<HeadProps>) => (
  <PageHead title={surveyTitle(servedPlace(serverData))} hidden />
)

export const getServerData = async (request: GetServerDataProps) =>
  (await import('../../app/server-root.ts')).serveAssessment('survey', request)
