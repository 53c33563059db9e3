import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { DownloadScreen } from '../../screens/download/download-screen.tsx'

const DownloadPage = () => (
  <JourneyScreen
    journey="enroll"
    step="download-app"
    heading="Welcome aboard"
    screen={DownloadScreen}
  />
)

export default DownloadPage

export const Head = () => <PageHead title="Get the app" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
