import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Diagnosis } from '#core/model/profile.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { BeliefChart, beliefNames } from '../../components/belief-chart.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { PillarChart } from '../../components/pillar-chart.tsx'
import { Assessments } from '../../stores/assessments.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { BeliefEvidence } from '../assessment/belief-evidence.tsx'
import { SaveResult } from '../assessment/keep-result.tsx'
import { SurveyEvidence } from '../assessment/survey-evidence.tsx'
import { useQuestionnaire } from '../assessment/use-questionnaire.ts'
import { formatShortDate } from '../../content/words/money-words.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './bones.tsx'
import * as styles from './results-section.module.css'
import * as account from './your-account.module.css'

/** How many are shown before "Show more". */
const FEW = 4

const summarise = ({ result }: Diagnosis): { name: string; score: string; meaning: string } => {
  if (result.kind === 'survey') {
    return { name: 'Check-up', score: `${result.score} of 100`, meaning: result.band }
  }
  const lead = result.beliefs.find(({ id }) => id === result.dominant)
  return {
    name: 'Money beliefs',
    score: lead ? `${lead.score.toFixed(1)} of 6` : '',
    meaning: `${beliefNames[result.dominant].toLowerCase()} leads`,
  }
}

const Result = ({ diagnosis }: { diagnosis: Diagnosis }) => {
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
          <BeliefChart beliefs={result.beliefs} dominant={result.dominant} />
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
        <ul className="plain">
          {diagnoses.slice(0, isFolded ? FEW : diagnoses.length).map((diagnosis) => (
            <li key={diagnosis.id}>
              <Result diagnosis={diagnosis} />
            </li>
          ))}
        </ul>
      )}
      <div className={account.actions}>
        {isFolded && (
          <Button look="quiet" size="small" onClick={() => setIsAllShown(true)}>
            {hasMore ? 'Show more' : `Show all ${diagnoses.length}`}
          </Button>
        )}
        {!isFolded && hasMore && (
          <Button
            look="quiet"
            size="small"
            busy={yourAccount.isLoadingMore}
            busyLabel="Loading"
            onClick={() => void yourAccount.loadMoreDiagnoses()}
          >
            Show more
          </Button>
        )}
        <LinkButton
          look="quiet"
          size="small"
          to="/assessment/survey"
          onClick={latest?.survey ? survey.retake : undefined}
        >
          {latest?.survey ? 'Retake the check-up' : 'Take the check-up'}
        </LinkButton>
        <LinkButton
          look="quiet"
          size="small"
          to="/assessment/money-belief"
          onClick={latest?.moneyBelief ? moneyBelief.retake : undefined}
        >
          {latest?.moneyBelief ? 'Retake the statements' : 'Take the statements'}
        </LinkButton>
      </div>
    </AccountSection>
  )
})
