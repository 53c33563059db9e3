import { Button, LinkButton } from '../components/button.tsx'
import type { Elements } from '../components/elements.ts'
import { MessagePage } from '../components/message-page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { useAppLoader } from '../stores/app-loader.tsx'

/** Shows a message with a way out in place of a page that throws, until the path changes. */
export const PageBoundary = ({ path, children }: { path: string; children: Elements }) => {
  const loader = useAppLoader()
  return (
    <ErrorBoundary
      at={path}
      onError={(error) => loader.whenRunning(({ app }) => app.reportError(error, { path }))}
      fallback={
        <MessagePage
          label="Something went wrong"
          heading="This page stopped working"
          actions={
            <>
              <Button onClick={() => window.location.reload()}>Reload</Button>
              <LinkButton to="/" look="quiet">
                Home
              </LinkButton>
            </>
          }
        >
          <p>
            It’s our fault, and we’ve been notified. What you’ve entered is saved in this browser.
          </p>
        </MessagePage>
      }
    >
      {children}
    </ErrorBoundary>
  )
}
