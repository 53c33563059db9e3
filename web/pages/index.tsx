import { PageHead } from '../app/page-head.tsx'
import { HomeScreen } from '../screens/home/home-screen.tsx'
import { ResumeJourney } from '../screens/home/resume-journey.tsx'

const HomePage = () => <HomeScreen resume={<ResumeJourney />} />

export default HomePage

export const Head = () => <PageHead />
