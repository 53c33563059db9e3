import { PageHead } from '../../app/page-head.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { PaymentScreen } from '../../screens/payment/payment-screen.tsx'

const PaymentPage = () => (
  <JourneyScreen journey="enroll" step="payment" heading="Plan and payment" screen={PaymentScreen} skeleton={<><Skeleton shape="panel" count={2} /><Skeleton shape="control" count={2} /></>} />
)

export default PaymentPage

export const Head = () => <PageHead title="Plan and payment" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
