import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { EnrollPaymentScreen } from '../../screens/payment/enroll-payment-screen.tsx'

const PaymentPage = () => (
  <JourneyScreen
    journey="enroll"
    step="payment"
    heading="Plan and payment"
    screen={EnrollPaymentScreen}
  />
)

export default PaymentPage

export const Head = () => <PageHead title="Plan and payment" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
