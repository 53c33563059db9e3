import type { StepId } from '#core/model/routes.ts'
import type { Elements } from '../components/elements.ts'
import { Skeleton } from '../components/skeleton.tsx'
import type { SkeletonProps } from '../components/skeleton.tsx'

/** Whether a picture is above the heading, how many lines are under it, and what follows. */
type Layout = readonly [
  hasPicture: boolean,
  lines: number,
  ...content: readonly (readonly [SkeletonProps['shape'], number])[],
]

const beliefs: Layout = [true, 2, ['chart', 4], ['text', 4]]
const reading: Layout = [false, 2, ['text', 8]]

/** The real layout of each step. */
const layouts: Readonly<Record<StepId, Layout>> = {
  survey: [false, 0, ['control', 4]],
  'money-belief': [false, 0, ['control', 1]],
  'money-belief-result': beliefs,
  'money-belief-overview': beliefs,
  'money-belief-behavior': reading,
  'money-belief-manage': reading,
  'choose-subscription-plan': [false, 6, ['plan', 2]],
  'create-account': [false, 0, ['field', 2]],
  'verify-email': [true, 2, ['text', 1]],
  payment: [false, 0, ['panel', 1], ['field', 3]],
  'personal-details': [true, 1, ['text', 2], ['field', 4]],
  'download-app': [true, 2, ['control', 2]],
}

/** The skeleton of a step until its content is known. */
export const stepSkeleton = (
  step: StepId,
): { illustration: Elements; lines: Elements; content: Elements } => {
  const [hasPicture, lineCount, ...content] = layouts[step]
  return {
    illustration: hasPicture && <Skeleton shape="picture" />,
    lines: lineCount > 0 && <Skeleton shape="text" count={lineCount} />,
    content: content.map(([shape, count]) => <Skeleton key={shape} shape={shape} count={count} />),
  }
}
