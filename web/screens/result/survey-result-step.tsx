import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { routes } from '#core/model/routes.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { SurveyResult } from '#core/model/survey.ts'
import { Button } from '../../components/button.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import type { Elements } from '../../components/elements.ts'
import { PillarChart } from './pillar-chart.tsx'
import { pillarNames } from '../../content/words/result-names.ts'
import { StepFrame } from '../../journey/step-frame.tsx'
import type { ProgressBarProps } from '../../journey/progress-bar.tsx'
import type { StepDirection } from '../../journey/step-frame.tsx'
import { BandPicture } from '../../illustrations/band-picture.tsx'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { MailingStore } from '../../stores/mailing-store.ts'
import { KeepResult } from './keep-result.tsx'
import { DebtAdvice, PrintedDebtAdvice } from './debt-advice.tsx'
import { LeftOut } from './left-out.tsx'
import { NextSteps } from './next-steps.tsx'
import { PrintedResult } from './printed-result.tsx'
import { PublishedNorm } from './published-norm.tsx'
import { RetakeButton } from '../assessment/retake-button.tsx'
import { SurveyEvidence } from './survey-evidence.tsx'
import { ThenAndNowSection } from './then-and-now-section.tsx'
import { useAsked } from '../assessment/use-asked.ts'
import { useEarlierResult } from './use-earlier-result.ts'
import { useResultDate } from './use-result-date.ts'
import * as styles from './result.module.css'

export interface SurveyResultStepProps {
  journey: JourneyName
  progress: ProgressBarProps
  diagnosis: SurveyResult
  direction: StepDirection
  onBack: () => void
  onNext: () => void
  /** Shows the first question. */
  onRetake: () => void
  /** The link to where the visitor left off. */
  resume: Elements
}

const ended = ({ course, ...progress }: ProgressBarProps): ProgressBarProps => ({
  ...progress,
  course: { ...course, position: course.legs.length, minutesLeft: 0 },
})

const bandNames = { vulnerable: 'Vulnerable', coping: 'Coping', healthy: 'Healthy' } as const

/**
 * The survey's result: the score and its parts, and where to begin. The rest is folded. The
 * assessment journey ends here for a member who already has a result of the statements.
 */
export const SurveyResultStep = observer((props: SurveyResultStepProps) => {
  const { journey, progress, diagnosis, direction, onBack, onNext, onRetake, resume } = props
  const { score, band, headline, summary, pillars, nextSteps } = diagnosis
  // An answer about debt that scores 0 is "far more than I can manage" or a payday loan.
  const isIndebted = pillars.some(
    ({ id, band, answers }) =>
      id === 'borrow' && (band === 'vulnerable' || answers.some(({ points }) => points === 0)),
  )
  const asked = useAsked('survey')
  const date = useResultDate('survey')
  const earlier = useEarlierResult('survey')
  const mailing = useStore(MailingStore)
  const { profile } = useStores().global
  const canRetake = journey === 'assessment'
  const endsHere = canRetake && Boolean(profile?.diagnoses.moneyBelief)
  return (
    <StepFrame
      stepKey="result"
      progress={endsHere ? ended(progress) : progress}
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
          <Button
            look={mailing.isAsking ? 'quiet' : 'filled'}
            wide
            onClick={endsHere ? () => void navigate(routes.account) : onNext}
          >
            {endsHere ? 'Go to your account' : 'Continue'}
          </Button>
        </>
      }
      footnote={
        <>
          {!endsHere && <p>Next: sixteen short statements, about three minutes.</p>}
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
      <PublishedNorm />
      <LeftOut pillars={pillars} />
      {isIndebted && <DebtAdvice />}
      <section className={styles.part}>
        <h2 className={styles.title}>Where to begin</h2>
        <NextSteps steps={nextSteps} isFolded />
      </section>
      {earlier && <ThenAndNowSection earlier={earlier} result={diagnosis} date={date} />}
      <div className={styles.part}>
        <Disclosure summary="Read more about each area">
          <div className={styles.entries}>
            {pillars.map(({ id, advice }) => (
              <div key={id}>
                <h3>{pillarNames[id]}</h3>
                <p>{advice}</p>
              </div>
            ))}
          </div>
        </Disclosure>
      </div>
      <SurveyEvidence result={diagnosis} asked={asked} />
      <PrintedResult result={diagnosis} date={date}>
        <LeftOut pillars={pillars} />
        {isIndebted && <PrintedDebtAdvice />}
      </PrintedResult>
      <KeepResult result={diagnosis} asked={asked} date={date} />
      {canRetake && (
        <div className={styles.again}>
          <RetakeButton kind="survey" onRetake={onRetake} />
          {endsHere && <RetakeButton kind="money_belief" />}
        </div>
      )}
    </StepFrame>
  )
})
