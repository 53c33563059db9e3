import { PageHead } from '../shell/page-head.tsx'
import { LinkButton } from '../components/button.tsx'
import { MessagePage } from '../components/message-page.tsx'
import { Lighthouse } from '../illustrations/lighthouse.tsx'
import { StartLink } from '../screens/home/start-link.tsx'

const NotFoundPage = () => (
  <MessagePage
    illustration={<Lighthouse />}
    label="Page not found"
    heading="We can’t find that page"
    actions={
      <>
        <LinkButton to="/">Go to the home page</LinkButton>
        <StartLink look="quiet" />
      </>
    }
  >
    <p>
      The link may be out of date, or the address may have a typo. Nothing you’ve entered is lost.
    </p>
  </MessagePage>
)

export default NotFoundPage

export const Head = () => <PageHead title="Page not found" hidden />
