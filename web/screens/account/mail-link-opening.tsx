import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'

/** The page of a mail's link while the link is checked. */
export const MailLinkOpening = ({ heading }: { heading: string }) => (
  <StepFrame stepKey="opening" illustration={<Lighthouse />} heading={heading}>
    <div aria-busy="true">
      <span className="visually-hidden">One moment</span>
      <Skeleton shape="text" count={2} />
    </div>
  </StepFrame>
)
