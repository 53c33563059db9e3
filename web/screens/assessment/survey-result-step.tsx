import type { SurveyResult } from '#core/model/survey.ts'
import { Button } from '../../components/button.tsx'
import type { Elements } from '../../components/elements.ts'
import { PillarChart, pillarNames } from '../../components/pillar-chart.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import type { ProgressBarProps } from '../../journey/progress-bar.tsx'
import type { StepDirection } from '../../journey/step-frame.tsx'
import { BandPicture } from '../../illustrations/band-picture.tsx'
import { KeepResult } from './keep-result.tsx'
import { RetakeButton } from './retake-button.tsx'
import { SurveyEvidence } from './survey-evidence.tsx'
import type { Asked } from './use-asked.ts'
import * as styles from './result.module.css'

export interface SurveyResultStepProps {
  progress: ProgressBarProps
  diagnosis: SurveyResult
  asked: Asked | null
  date: Date
  direction: StepDirection
  onBack: () => void
  onNext: () => void
  /** Whether the check-up can be restarted here. */
  canRetake: boolean
  /** The link for visitors who have been further. */
  resume: Elements
}

const bandNames = { vulnerable: 'Vulnerable', coping: 'Coping', healthy: 'Healthy' } as const

/**
 * The survey's result: the score and its four parts, what each one asks for, and where to begin.
 */
export const SurveyResultStep = (props: SurveyResultStepProps) => {
  const { progress, diagnosis, asked, date, direction, onBack, onNext, canRetake, resume } = props
  const { score, band, headline, summary, pillars, nextSteps } = diagnosis
  return (
    <StepFrame
      stepKey="result"
      progress={progress}
      direction={direction}
      illustration={<BandPicture band={band} />}
      label="Your result"
      heading={headline}
      intro={<p>{summary}</p>}
      actions={
        <>
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
          <Button wide onClick={onNext}>
            Continue to your money beliefs
          </Button>
        </>
      }
      footnote={
        <>
          <p>Next: sixteen short statements, about three minutes.</p>
          {resume}
        </>
      }
    >
      <p className={`figures ${styles.score}`}>
        <span className={styles.figure}>{score}</span>
        <span className={styles.outOf}>out of 100</span>
        <span className={styles.band}>{bandNames[band]}</span>
      </p>
      <PillarChart pillars={pillars} />
      <SurveyEvidence result={diagnosis} asked={asked} />
      <section className={styles.part}>
        <h2 className={styles.title}>What each part needs</h2>
        <div className={styles.entries}>
          {pillars.map(({ id, advice }) => (
            <div key={id}>
              <h3>{pillarNames[id]}</h3>
              <p>{advice}</p>
            </div>
          ))}
        </div>
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>Where to begin</h2>
        <ol className={`plain ${styles.numbered}`}>
          {nextSteps.map(({ title, text }) => (
            <li key={title}>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <KeepResult result={diagnosis} asked={asked} date={date} />
      {canRetake && (
        <div className={styles.again}>
          <RetakeButton kind="survey" />
        </div>
      )}
    </StepFrame>
  )
}
