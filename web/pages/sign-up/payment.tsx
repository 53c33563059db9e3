import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { PaymentScreen } from '../../screens/payment/payment-screen.tsx'

const PaymentPage = () => (
  <JourneyScreen
    journey="sign-up"
    step="payment"
    heading="Add your card to begin"
    screen={PaymentScreen}
  />
)

export default PaymentPage

export const Head = () => <PageHead title="Payment" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
