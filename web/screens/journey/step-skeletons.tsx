import type { ReactNode } from 'react'
import type { StepId } from '#core/model/routes.ts'
import { Skeleton } from '../../components/skeleton.tsx'

export interface StepSkeleton {
  illustration?: ReactNode
  intro?: ReactNode
  content: ReactNode
}

const picture = <Skeleton shape="picture" />
const line = <Skeleton shape="text" />
const lines = <Skeleton shape="text" count={2} />

const beliefs: StepSkeleton = {
  illustration: picture,
  intro: lines,
  content: (
    <>
      <Skeleton shape="chart" count={4} />
      <Skeleton shape="text" count={4} />
    </>
  ),
}
const reading: StepSkeleton = { intro: lines, content: <Skeleton shape="text" count={8} /> }

/** The real layout of each step, for the moment before it is known what it shows. */
export const stepSkeletons: Readonly<Record<StepId, StepSkeleton>> = {
  survey: { content: <Skeleton shape="control" count={4} /> },
  'money-belief': { content: <Skeleton shape="control" /> },
  'money-belief-result': beliefs,
  'money-belief-overview': beliefs,
  'money-belief-behavior': reading,
  'money-belief-manage': reading,
  'choose-subscription-plan': { intro: line, content: <Skeleton shape="plan" count={2} /> },
  'create-account': { intro: line, content: <Skeleton shape="field" count={2} /> },
  'verify-email': { illustration: picture, intro: lines, content: line },
  payment: {
    content: (
      <>
        <Skeleton shape="panel" />
        <Skeleton shape="field" count={3} />
      </>
    ),
  },
  'personal-details': { intro: line, content: <Skeleton shape="field" count={4} /> },
  'download-app': { illustration: picture, intro: line, content: <Skeleton shape="control" count={2} /> },
}
