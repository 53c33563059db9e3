import { observer } from 'mobx-react-lite'
import type { ComponentType } from 'react'
import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefResult } from '#core/model/money-belief.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { BeliefChart } from './belief-chart.tsx'
import { BeliefPicture } from '../../illustrations/belief-pictures.tsx'
import { LazyIntroPicture } from '../../illustrations/lazy-intro-picture.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import {
  AllFour,
  BeliefBehaviors,
  BeliefParts,
  BeliefSteps,
  HeardBeliefs,
} from './belief-result-parts.tsx'
import { BeliefResultStep, beliefSteps } from './belief-result-step.tsx'
import type { BeliefStep } from './belief-result-step.tsx'
import { BeliefEvidence } from './belief-evidence.tsx'
import { CheckUpLeads } from './check-up-leads.tsx'
import { ThenAndNowSection } from './then-and-now-section.tsx'
import { useAsked } from '../assessment/use-asked.ts'
import { useBeliefResult } from './use-belief-result.ts'
import { useEarlierResult } from './use-earlier-result.ts'
import { useResultDate } from './use-result-date.ts'
import * as styles from './result.module.css'

type Props = { journey: JourneyName }

/**
 * The picture of the loudest belief; another one when none is loud, or all four are equally loud.
 */
const VoicePicture = ({ result }: { result: BeliefResult }) => {
  const { all, loudest, heard } = voicesOf(result.beliefs)
  if (heard.length === 0) return <LazyIntroPicture id="calm-lake" />
  if (loudest.length === all.length) return <LazyIntroPicture id="juggler" />
  return <BeliefPicture belief={result.dominant} />
}

const Since = observer(({ result }: { result: BeliefResult }) => {
  const earlier = useEarlierResult('money_belief')
  const date = useResultDate('money_belief')
  return earlier && <ThenAndNowSection earlier={earlier} result={result} date={date} />
})

/** Two behaviours of the loudest belief, one of the next. */
const fewOf = (behaviors: readonly string[], index: number) => behaviors.slice(0, 2 - index)

/** The whole result on one screen: the chart, the loud beliefs, how they show and what to do. */
const MoneyBeliefResult = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  const asked = useAsked('money_belief')
  if (result === null) return null
  const voices = voicesOf(result.beliefs)
  return (
    <BeliefResultStep
      journey={journey}
      step="money-belief-result"
      next="See the plans"
      illustration={<VoicePicture result={result} />}
    >
      <BeliefChart beliefs={result.beliefs} />
      {voices.heard.length === 0 && <CheckUpLeads />}
      <HeardBeliefs voices={voices}>
        {(belief, index) => (
          <>
            <h3 className={styles.subtitle}>How it shows up</h3>
            <BeliefBehaviors belief={belief} texts={fewOf(belief.behaviors, index)} />
            <h3 className={styles.subtitle}>What helps first</h3>
            <p>{belief.steps[0]}</p>
          </>
        )}
      </HeardBeliefs>
      <Since result={result} />
      <AllFour voices={voices}>
        {(belief) => (
          <>
            <p className={styles.soft}>{belief.summary}</p>
            <h3 className={styles.subtitle}>How it shows up</h3>
            <BeliefBehaviors belief={belief} texts={belief.behaviors} />
            <h3 className={styles.subtitle}>What helps</h3>
            <BeliefSteps texts={belief.steps} />
          </>
        )}
      </AllFour>
      <BeliefEvidence result={result} asked={asked} />
    </BeliefResultStep>
  )
})

/** First of three: what you believe. */
const MoneyBeliefOverview = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  const asked = useAsked('money_belief')
  if (result === null) return null
  const voices = voicesOf(result.beliefs)
  return (
    <BeliefResultStep
      journey={journey}
      step="money-belief-overview"
      next="How beliefs show up"
      illustration={<VoicePicture result={result} />}
    >
      <BeliefChart beliefs={result.beliefs} />
      <AllFour voices={voices}>
        {(belief) => <p className={styles.soft}>{belief.summary}</p>}
      </AllFour>
      <Since result={result} />
      <BeliefEvidence result={result} asked={asked} />
    </BeliefResultStep>
  )
})

/** Second of three: how it shows in behaviour. */
const MoneyBeliefBehavior = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  if (result === null) return null
  const voices = voicesOf(result.beliefs)
  return (
    <BeliefResultStep journey={journey} step="money-belief-behavior" next="See what to do">
      <HeardBeliefs voices={voices}>
        {(belief, index) => (
          <BeliefBehaviors belief={belief} texts={fewOf(belief.behaviors, index)} />
        )}
      </HeardBeliefs>
      {voices.heard.length === 0 && (
        <BeliefParts beliefs={voices.all}>
          {(belief) => <BeliefBehaviors belief={belief} texts={belief.behaviors.slice(0, 1)} />}
        </BeliefParts>
      )}
      <AllFour voices={voices}>
        {(belief) => <BeliefBehaviors belief={belief} texts={belief.behaviors} />}
      </AllFour>
    </BeliefResultStep>
  )
})

/** Third of three: how to manage it. */
const MoneyBeliefManage = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  if (result === null) return null
  const voices = voicesOf(result.beliefs)
  return (
    <BeliefResultStep journey={journey} step="money-belief-manage" next="See the plans">
      {voices.heard.length === 0 && <CheckUpLeads />}
      <HeardBeliefs voices={voices}>
        {(belief) => <p className={styles.advice}>{belief.steps[0]}</p>}
      </HeardBeliefs>
      <AllFour voices={voices}>{(belief) => <BeliefSteps texts={belief.steps} />}</AllFour>
    </BeliefResultStep>
  )
})

const screens: Readonly<Record<BeliefStep, ComponentType<Props>>> = {
  'money-belief-result': MoneyBeliefResult,
  'money-belief-overview': MoneyBeliefOverview,
  'money-belief-behavior': MoneyBeliefBehavior,
  'money-belief-manage': MoneyBeliefManage,
}

/** A step of the result. At first, the first step has no number: it depends on the variant. */
export const BeliefResultScreen = ({ journey, step }: Props & { step: BeliefStep }) => {
  const { label, heading } = beliefSteps[step]
  return (
    <JourneyScreen
      journey={journey}
      step={step}
      label={heading === undefined ? 'Your result' : undefined}
      at={heading === undefined ? undefined : label}
      heading={heading ?? 'Your money beliefs'}
      screen={screens[step]}
    />
  )
}
