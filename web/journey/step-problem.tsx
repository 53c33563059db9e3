import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** What came of it when the way on was asked for and refused, below all else in a step. Nothing inside: the way is open. */
export const StepProblem = ({ children }: { children: ReactNode }) => {
  const told = useRef<HTMLDivElement>(null)
  const hasProblem = Boolean(children)
  useEffect(() => {
    if (hasProblem) told.current?.scrollIntoView({ block: 'nearest' })
  }, [hasProblem])
  return hasProblem && <div ref={told}>{children}</div>
}
