import { PageHead } from '../app/page-head.tsx'

const HomePage = () => <h1>Home</h1>

export default HomePage

export const Head = () => <PageHead />
