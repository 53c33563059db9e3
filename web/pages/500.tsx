import { PageHead } from '../shell/page-head.tsx'
import { LinkButton } from '../components/button.tsx'
import { MessagePage } from '../components/message-page.tsx'
import { ReloadButton } from '../components/reload-button.tsx'
import { Storm } from '../illustrations/storm.tsx'

const ServerErrorPage = () => (
  <MessagePage
    illustration={<Storm />}
    label="Something went wrong"
    heading="This page didn’t load"
    actions={
      <>
        <ReloadButton />
        <LinkButton to="/" look="quiet">
          Go to the home page
        </LinkButton>
      </>
    }
  >
    <p>
      It’s our fault, not yours. What you’ve entered is saved in this browser. Please try again in a
      minute.
    </p>
  </MessagePage>
)

export default ServerErrorPage

export const Head = () => <PageHead title="Something went wrong" hidden />
