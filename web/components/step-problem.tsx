import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Glide } from './glide.tsx'
import * as styles from './step-frame.module.css'

/** What came of it when the way on was asked for and refused, below all else in a step. Nothing inside: the way is open. */
export const StepProblem = ({ children }: { children: ReactNode }) => {
  const told = useRef<HTMLDivElement>(null)
  const hasProblem = Boolean(children)
  useEffect(() => {
    if (hasProblem) told.current?.scrollIntoView({ block: 'nearest' })
  }, [hasProblem])
  return (
    <Glide at={hasProblem}>
      {hasProblem && (
        <div ref={told} className={styles.problem}>
          {children}
        </div>
      )}
    </Glide>
  )
}
