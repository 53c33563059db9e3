import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'

/** Where a mail's link leads, until it is known what has become of it. */
export const MailLinkOpening = ({ heading }: { heading: string }) => (
  <StepFrame stepKey="opening" illustration={<Lighthouse />} heading={heading}>
    <div aria-busy="true">
      <span className="visually-hidden">One moment</span>
      <Skeleton shape="text" count={2} />
    </div>
  </StepFrame>
)
