import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { voicesOf } from '#core/model/money-belief.ts'
import type { Diagnosis } from '#core/model/profile.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { BeliefChart } from '../result/belief-chart.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { PillarChart } from '../result/pillar-chart.tsx'
import { Assessments } from '../../stores/assessment-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { BeliefEvidence } from '../result/belief-evidence.tsx'
import { BeliefBeginning } from '../assessment/belief-beginning.tsx'
import { loudnessWords } from '../result/belief-words.ts'
import { SaveResult } from '../result/keep-result.tsx'
import { LeftOut } from '../result/left-out.tsx'
import { NextSteps } from '../result/next-steps.tsx'
import { retakePath } from '../assessment/retake-button.tsx'
import { SurveyEvidence } from '../result/survey-evidence.tsx'
import { ThenAndNowSection } from '../result/then-and-now-section.tsx'
import { useQuestionnaire } from '../assessment/use-questionnaire.ts'
import { formatShortDate } from '../../content/words/money-words.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import * as parts from '../result/result.module.css'
import * as styles from './results-section.module.css'
import * as account from './your-account.module.css'

/** How many are shown before "Show more". */
const FEW = 4

const summarise = ({ result }: Diagnosis): { name: string; score: string; meaning: string } => {
  if (result.kind === 'survey') {
    return { name: 'Check-up', score: `${result.score} of 100`, meaning: result.band }
  }
  const voices = voicesOf(result.beliefs)
  const { names, rest } = loudnessWords(voices)
  const loudest = voices.all[0]
  return {
    name: 'Money beliefs',
    score: loudest ? `${loudest.score.toFixed(1)} of 6` : '',
    meaning: (names ? `${names} ${rest}` : rest).toLowerCase(),
  }
}

type ResultProps = {
  diagnosis: Diagnosis
  /** The previous result of the same kind. */
  earlier: Diagnosis | undefined
}

const Result = ({ diagnosis, earlier }: ResultProps) => {
  const { createdAt, result, version, answers } = diagnosis
  const [isOpened, setIsOpened] = useState(false)
  const questionnaire = useQuestionnaire(result.kind, isOpened)
  const asked = questionnaire?.version === version ? { questionnaire, answers } : null
  const { name, score, meaning } = summarise(diagnosis)
  return (
    <details className={styles.result} onToggle={() => setIsOpened(true)}>
      <summary className="chevron">
        <b>{name}</b>
        <b className="figures">{score}</b>
        <time dateTime={createdAt}>{formatShortDate(new Date(createdAt))}</time>
        <span>{meaning}</span>
      </summary>
      <div className={styles.chart}>
        {result.kind === 'survey' ? (
          <PillarChart pillars={result.pillars} />
        ) : (
          <BeliefChart beliefs={result.beliefs} />
        )}
        {earlier && (
          <ThenAndNowSection
            earlier={earlier}
            result={result}
            date={new Date(createdAt)}
            level={3}
          />
        )}
        {result.kind === 'survey' ? (
          <div>
            <LeftOut pillars={result.pillars} />
            <h3 className={parts.subtitle}>Where to begin</h3>
            <NextSteps steps={result.nextSteps} level={4} />
          </div>
        ) : (
          <BeliefBeginning beliefs={result.beliefs} />
        )}
        <div className={styles.evidence}>
          {result.kind === 'survey' ? (
            <SurveyEvidence result={result} asked={asked} />
          ) : (
            <BeliefEvidence result={result} asked={asked} />
          )}
        </div>
        <SaveResult result={result} asked={asked} date={new Date(createdAt)} />
      </div>
    </details>
  )
}

/** Past results, and links to retake. */
export const ResultsSection = observer(() => {
  const { survey, moneyBelief } = useStore(Assessments)
  const yourAccount = useStore(YourAccountStore)
  const { global } = useStores()
  const { records } = yourAccount
  const [isAllShown, setIsAllShown] = useState(false)
  const diagnoses = records?.diagnoses.items ?? []
  const isFolded = diagnoses.length > FEW && !isAllShown
  const hasMore = Boolean(records?.diagnoses.nextCursor)
  const shownCount = isFolded ? FEW : diagnoses.length
  const list = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  /** The number of results shown before "Show more" was pressed. */
  const countBefore = useRef(Infinity)
  useEffect(() => {
    if (shownCount <= countBefore.current) return
    // Move focus only if it was on the button, which may be gone, and the visitor has not moved it
    // since.
    if (document.activeElement === document.body || document.activeElement === more.current)
      list.current?.children[countBefore.current]?.querySelector('summary')?.focus()
    countBefore.current = Infinity
  }, [shownCount])
  const showMore = () => {
    countBefore.current = shownCount
    if (isFolded) setIsAllShown(true)
    else void yourAccount.loadMoreDiagnoses()
  }
  const latest = global.profile?.diagnoses
  return (
    <AccountSection part="results">
      {records === null ? (
        <Awaited
          part="results"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      ) : diagnoses.length === 0 ? (
        <p className={account.soft}>Nothing here yet. The check-up takes about five minutes.</p>
      ) : (
        <ul ref={list} className="plain">
          {diagnoses.slice(0, shownCount).map((diagnosis, index) => (
            <li key={diagnosis.id}>
              <Result
                diagnosis={diagnosis}
                earlier={diagnoses.slice(index + 1).find(({ kind }) => kind === diagnosis.kind)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={account.actions}>
        {(isFolded || hasMore) && (
          <Button
            ref={more}
            look="quiet"
            size="small"
            busy={yourAccount.isLoadingMore}
            busyLabel="Loading"
            onClick={showMore}
          >
            {hasMore ? 'Show more' : `Show all ${diagnoses.length}`}
          </Button>
        )}
        <LinkButton
          look="quiet"
          size="small"
          to={retakePath('survey')}
          onClick={latest?.survey ? survey.retake : undefined}
        >
          {latest?.survey ? 'Retake the check-up' : 'Take the check-up'}
        </LinkButton>
        <LinkButton
          look="quiet"
          size="small"
          to={retakePath('money_belief')}
          onClick={latest?.moneyBelief ? moneyBelief.retake : undefined}
        >
          {latest?.moneyBelief ? 'Retake the statements' : 'Take the statements'}
        </LinkButton>
      </div>
    </AccountSection>
  )
})
