import { useEffect } from 'react'
import { LinkButton } from '../../components/button.tsx'
import { MessagePage } from '../../components/message-page.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'
import { useDocumentTitle } from '../../journey/use-document-title.ts'

/** The page after the account is deleted. */
export const Goodbye = () => {
  useDocumentTitle('Goodbye')
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <MessagePage
      illustration={<Lighthouse />}
      label="Your account has been deleted"
      heading="Goodbye, and fair winds"
      actions={
        <LinkButton to="/" look="quiet">
          Go to the home page
        </LinkButton>
      }
    >
      <p>
        Your profile, your answers and your results have been erased, from this browser too. Nothing
        more will be charged.
      </p>
      <p>
        Thank you for the time you gave us. The check-up is open to you whenever you like, no
        account needed.
      </p>
    </MessagePage>
  )
}
