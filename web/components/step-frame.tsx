import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { DeviceMarks } from '../app/device-marks.tsx'
import { leaveBehind } from './leave-behind.ts'
import { ProgressBar } from './progress-bar.tsx'
import type { ProgressBarProps } from './progress-bar.tsx'
import * as styles from './step-frame.module.css'

export type StepDirection = 'forward' | 'back'

export interface StepFrameProps {
  /** Names the step shown: when it changes, the old step drifts away, the new one comes in and its heading takes focus. */
  stepKey: string
  direction?: StepDirection
  progress?: ProgressBarProps
  /** A small line above the heading: where in the journey this is. */
  label?: string
  heading: ReactNode
  /** One or two sentences under the heading. */
  intro?: ReactNode
  /** Drawn above the heading. */
  illustration?: ReactNode
  children?: ReactNode
  /** Buttons, the quiet one first, the filled one last; on phones they stay at the bottom edge. */
  actions?: ReactNode
  /** Small print under the actions. */
  footnote?: ReactNode
  /** What came of it when the way on was asked for and refused. It is told late, so it stands below all else: nothing moves for it. */
  problem?: ReactNode
  /** Makes the frame a form, without the browser's own validation. */
  onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

interface StepBodyProps {
  direction: StepDirection
  entering: boolean
  children: ReactNode
}

const StepBody = ({ direction, entering, children }: StepBodyProps) => {
  const body = useRef<HTMLDivElement>(null)
  useBrowserLayoutEffect(() => {
    const element = body.current
    return () => {
      if (element) leaveBehind(element)
    }
  }, [])
  return (
    <div ref={body} className={styles.body} data-entering={entering ? direction : undefined}>
      {children}
    </div>
  )
}

/** The one narrow column of every journey step: progress, question, answer, actions. */
export const StepFrame = (props: StepFrameProps) => {
  const { stepKey, direction = 'forward', progress, label, heading, intro, illustration, children, actions, footnote, problem } = props
  const title = useRef<HTMLHeadingElement>(null)
  const told = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ key: stepKey, moved: false })
  if (shown.key !== stepKey) setShown({ key: stepKey, moved: true })

  useEffect(() => {
    if (!shown.moved) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    title.current?.focus({ preventScroll: true })
  }, [shown])

  const hasProblem = Boolean(problem)
  useEffect(() => {
    if (hasProblem) told.current?.scrollIntoView({ block: 'nearest' })
  }, [hasProblem])

  const content = (
    <>
      {progress && <ProgressBar {...progress} />}
      <div className={styles.stage} data-direction={direction}>
        <StepBody key={stepKey} direction={direction} entering={shown.moved}>
          {illustration && <div className={styles.illustration}>{illustration}</div>}
          {label && <p className="label">{label}</p>}
          <h1 ref={title} tabIndex={-1} className={styles.heading}>
            {heading}
          </h1>
          {intro && <div className={styles.intro}>{intro}</div>}
          <DeviceMarks />
          {children && <div className={styles.content}>{children}</div>}
        </StepBody>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {footnote && <div className={styles.footnote}>{footnote}</div>}
      {problem && (
        <div ref={told} className={styles.problem}>
          {problem}
        </div>
      )}
    </>
  )
  return props.onSubmit ? (
    <form className={styles.frame} noValidate onSubmit={props.onSubmit}>
      {content}
    </form>
  ) : (
    <div className={styles.frame}>{content}</div>
  )
}
