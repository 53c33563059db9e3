import { routes } from '#core/model/routes.ts'
import { startHref } from '../../content/links.ts'
import { LinkButton } from '../../components/button.tsx'
import type { LinkButtonProps } from '../../components/button.tsx'

/** The call to action: the check-up for a guest, the account for a member. */
export const StartLink = ({ look }: Pick<LinkButtonProps, 'look'>) => (
  <>
    <span className="for-guests">
      <LinkButton to={startHref} look={look}>
        Start the check-up
      </LinkButton>
    </span>
    <span className="for-members">
      <LinkButton to={routes.account} look={look}>
        Go to your account
      </LinkButton>
    </span>
  </>
)
