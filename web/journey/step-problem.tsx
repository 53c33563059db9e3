import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** The error after a refused submit, below all else in a step. Empty without children. */
export const StepProblem = ({ children }: { children: ReactNode }) => {
  const told = useRef<HTMLDivElement>(null)
  const hasProblem = Boolean(children)
  useEffect(() => {
    if (hasProblem) told.current?.scrollIntoView({ block: 'nearest' })
  }, [hasProblem])
  return hasProblem && <div ref={told}>{children}</div>
}
