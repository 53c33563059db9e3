import { PageHead } from '../app/page-head.tsx'
import { HomeScreen } from '../screens/home/home-screen.tsx'

const HomePage = () => <HomeScreen />

export default HomePage

export const Head = () => <PageHead />
