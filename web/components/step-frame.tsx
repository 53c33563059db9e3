import { memo, useEffect, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { afterPaint } from '../app/after-paint.ts'
import { DeviceMarks } from '../app/device-marks.tsx'
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

/** What a step shows; one that was left goes on showing what it did. */
const StepBody = memo(
  ({ children }: { isLeft: boolean; children?: ReactNode }) => children,
  (_, { isLeft }) => isLeft,
)

/** How long a step that was left is still to be seen, in milliseconds: the time of its motion. */
const LEAVING = 420

/** The one narrow column of every journey step: progress, question, answer, actions. */
export const StepFrame = (props: StepFrameProps) => {
  const { stepKey, direction = 'forward', progress, label, heading, intro, illustration, children, actions, footnote, problem } = props
  const stage = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ key: stepKey, moved: false })
  const [left, setLeft] = useState<string | null>(null)
  if (shown.key !== stepKey) {
    setShown({ key: stepKey, moved: true })
    setLeft(shown.key)
  }

  useEffect(() => {
    if (!shown.moved) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    // The step is on the screen before time is spent on moving focus.
    return afterPaint(() => stage.current?.querySelector('h1')?.focus({ preventScroll: true }))
  }, [shown])

  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => setLeft(null), LEAVING)
    return () => clearTimeout(timer)
  }, [left])

  const hasProblem = Boolean(problem)
  useEffect(() => {
    if (hasProblem) told.current?.scrollIntoView({ block: 'nearest' })
  }, [hasProblem])

  const content = (
    <>
      {progress && <ProgressBar {...progress} />}
      <div ref={stage} className={styles.stage} data-direction={direction}>
        <div key={stepKey} className={styles.body} data-entering={shown.moved ? direction : undefined}>
          <StepBody isLeft={false}>
            {illustration && <div className={styles.illustration}>{illustration}</div>}
            {label && <p className="label">{label}</p>}
            <h1 tabIndex={-1} className={styles.heading}>
              {heading}
            </h1>
            {intro && <div className={styles.intro}>{intro}</div>}
            <DeviceMarks />
            {children && <div className={styles.content}>{children}</div>}
          </StepBody>
        </div>
        {/* The step that was left fades where it is, and nothing has to be laid out anew. It can't be reached, read out or submitted. */}
        {left !== null && (
          <div key={left} className={styles.body} data-leaving="" inert aria-hidden="true">
            <StepBody isLeft />
          </div>
        )}
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
