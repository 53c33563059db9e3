import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'

export interface PanelSkeletonProps {
  isFailed: boolean
  retry: () => void
  shape?: 'panel' | 'control'
  count?: number
}

/** Stands where something from the server will be; says so when it could not be had. */
export const PanelSkeleton = ({ isFailed, retry, shape = 'panel', count = 1 }: PanelSkeletonProps) =>
  isFailed ? (
    <Alert
      kind="notice"
      action={
        <Button look="quiet" size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      This could not be loaded just now. It is safe, only out of reach.
    </Alert>
  ) : (
    <div aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <Skeleton shape={shape} count={count} />
    </div>
  )
