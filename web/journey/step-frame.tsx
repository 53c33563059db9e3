import { useEffect, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import type { Elements } from '../components/elements.ts'
import { ProgressBar } from './progress-bar.tsx'
import type { ProgressBarProps } from './progress-bar.tsx'
import * as styles from './step-frame.module.css'

export type StepDirection = 'forward' | 'back'

export interface StepFrameProps {
  /** Puts the content right above the actions, so that it stays in place from step to step. */
  isLow?: boolean
  /** Identifies the step: when it changes, the new step slides in and its heading takes focus. */
  stepKey: string
  /** A small line above the heading: where in the journey this is. */
  label?: string
  heading: ReactNode
  /** One or two sentences under the heading. */
  intro?: ReactNode
  /** Drawn above the heading. */
  illustration?: ReactNode
  children?: ReactNode
  /** The direction from which a step slides in. */
  direction?: StepDirection
  progress?: ProgressBarProps
  /** Buttons, the quiet one first, the filled one last; on phones they stay at the bottom edge. */
  actions?: ReactNode
  /** Small print under the actions. */
  footnote?: ReactNode
  /** A `StepProblem`. Space for one is reserved at the foot of the step. */
  problem?: Elements
  /** Makes the frame a form, without the browser's own validation. */
  onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void
  /**
   * `off` keeps the browser from restoring old form values, since the persisted state may be newer.
   */
  autoComplete?: 'off'
}

/** The one narrow column of every journey step: progress, question, answer, actions. */
export const StepFrame = (props: StepFrameProps) => {
  const {
    stepKey,
    isLow = false,
    label,
    heading,
    intro,
    illustration,
    children,
    direction = 'forward',
    progress,
    actions,
    footnote,
    problem,
  } = props
  const headingElement = useRef<HTMLHeadingElement>(null)
  const [shown, setShown] = useState({ key: stepKey, hasMoved: false })
  if (shown.key !== stepKey) setShown({ key: stepKey, hasMoved: true })

  useEffect(() => {
    if (!shown.hasMoved) return
    window.scrollTo(0, 0)
    headingElement.current?.focus({ preventScroll: true })
  }, [shown])

  const content = (
    <>
      {progress && <ProgressBar {...progress} />}
      <div
        key={stepKey}
        className={styles.stage}
        data-entering={shown.hasMoved ? direction : undefined}
        data-low={isLow || undefined}
      >
        {illustration && <div className={styles.illustration}>{illustration}</div>}
        {label && <p className="label">{label}</p>}
        <h1 ref={headingElement} tabIndex={-1} className={styles.heading}>
          {heading}
        </h1>
        {intro && <div className={styles.intro}>{intro}</div>}
        {children && <div className={styles.content}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {footnote && <div className={styles.footnote}>{footnote}</div>}
      {problem !== undefined && <div className={styles.problem}>{problem}</div>}
    </>
  )
  return props.onSubmit ? (
    <form
      className={styles.frame}
      noValidate
      autoComplete={props.autoComplete}
      onSubmit={props.onSubmit}
    >
      {content}
    </form>
  ) : (
    <div className={styles.frame}>{content}</div>
  )
}
