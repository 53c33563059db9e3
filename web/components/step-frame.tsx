import { memo, startTransition, useEffect, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { afterPaint } from '../app/after-paint.ts'
import { DeviceMarks } from '../app/device-marks.tsx'
import type { Elements } from './elements.ts'
import { ProgressBar } from './progress-bar.tsx'
import type { ProgressBarProps } from './progress-bar.tsx'
import * as styles from './step-frame.module.css'

export type StepDirection = 'forward' | 'back'

/** What belongs to one step alone. */
export interface StepContent {
  /** Names the step: when that of the frame changes, the old step drifts away, the new one comes in and its heading takes focus. */
  stepKey: string
  /** A small line above the heading: where in the journey this is. */
  label?: string
  heading: ReactNode
  /** One or two sentences under the heading. */
  intro?: ReactNode
  /** Drawn above the heading. */
  illustration?: ReactNode
  children?: ReactNode
}

export interface StepFrameProps extends StepContent {
  /** The step that would follow now: it is made ready out of sight, so that it is there at once. */
  next?: StepContent | null
  direction?: StepDirection
  progress?: ProgressBarProps
  /** Buttons, the quiet one first, the filled one last; on phones they stay at the bottom edge. */
  actions?: ReactNode
  /** Small print under the actions. */
  footnote?: ReactNode
  /** A `StepProblem`. Room for one is kept at the foot of the step. */
  problem?: Elements
  /** Makes the frame a form, without the browser's own validation. */
  onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void
  /** `off` keeps the browser from putting back what stood in the form when the page was left: the device may remember something newer. */
  autoComplete?: 'off'
}

/** What a step shows. A step that is not the one to be seen stays as it is. */
const StepBody = memo(
  ({ content }: { isCurrent: boolean; content?: StepContent }) =>
    content && (
      <>
        {content.illustration && <div className={styles.illustration}>{content.illustration}</div>}
        {content.label && <p className="label">{content.label}</p>}
        <h1 tabIndex={-1} className={styles.heading}>
          {content.heading}
        </h1>
        {content.intro && <div className={styles.intro}>{content.intro}</div>}
        <DeviceMarks />
        {content.children && <div className={styles.content}>{content.children}</div>}
      </>
    ),
  (_, { isCurrent }) => !isCurrent,
)

/** How long a step that was left is still to be seen, in milliseconds: the time of its motion. */
const LEAVING = 420

/** The one narrow column of every journey step: progress, question, answer, actions. */
export const StepFrame = (props: StepFrameProps) => {
  const { stepKey, next = null, direction = 'forward', progress, actions, footnote, problem } = props
  const stage = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ key: stepKey, moved: false })
  const [settled, setSettled] = useState(shown)
  const [left, setLeft] = useState<string | null>(null)
  const [ready, setReady] = useState<string | null>(null)
  if (shown.key !== stepKey) {
    setShown({ key: stepKey, moved: true })
    setLeft(shown.key)
  }

  /** The step is on the screen, and what else its coming takes is done: time is spent on that only then. */
  const isSettled = settled === shown

  useEffect(() => {
    if (isSettled) return
    window.scrollTo(0, 0)
    return afterPaint(() => setSettled(shown))
  }, [isSettled, shown])

  useEffect(() => {
    if (isSettled && shown.moved) stage.current?.querySelector<HTMLElement>(':not([inert]) > h1')?.focus({ preventScroll: true })
  }, [isSettled, shown])

  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => setLeft(null), LEAVING)
    return () => clearTimeout(timer)
  }, [left])

  const nextKey = left === null ? next?.stepKey : undefined
  useEffect(() => {
    if (nextKey !== undefined) return afterPaint(() => startTransition(() => setReady(nextKey)))
  }, [nextKey])

  // The step that was left fades where it is, and nothing has to be laid out anew. Being made inert takes a new style for all
  // there is in a step, so that both steps wait with it for the paint.
  const leaving = left !== null && (
    <div key={left} className={styles.body} data-leaving="" inert={isSettled} aria-hidden="true">
      <StepBody isCurrent={false} />
    </div>
  )
  // In the order in which they are gone through: none has to be moved when another one is shown.
  const content = (
    <>
      {progress && <ProgressBar {...progress} />}
      <div ref={stage} className={styles.stage} data-direction={direction}>
        {[
          direction === 'forward' && leaving,
          <div key={stepKey} className={styles.body} data-entering={shown.moved ? direction : undefined} inert={!isSettled}>
            <StepBody isCurrent content={props} />
          </div>,
          direction === 'back' && leaving,
          next && nextKey === ready && (
            <div key={ready} className={styles.body} data-ahead="" inert aria-hidden="true">
              <StepBody isCurrent={false} content={next} />
            </div>
          ),
        ]}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {footnote && <div className={styles.footnote}>{footnote}</div>}
      {problem !== undefined && <div className={styles.problem}>{problem}</div>}
    </>
  )
  return props.onSubmit ? (
    <form className={styles.frame} noValidate autoComplete={props.autoComplete} onSubmit={props.onSubmit}>
      {content}
    </form>
  ) : (
    <div className={styles.frame}>{content}</div>
  )
}
