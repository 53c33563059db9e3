import { observer } from 'mobx-react-lite'
import type { ComponentType } from 'react'
import type { BeliefResult } from '#core/model/money-belief.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { BeliefChart } from '../../components/belief-chart.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import type { Elements } from '../../components/elements.ts'
import { BeliefPicture } from '../../illustrations/belief-pictures.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import {
  BeliefHeading,
  BeliefBehaviors,
  splitBeliefs,
  BeliefSteps,
} from './belief-result-parts.tsx'
import { BeliefResultStep, beliefSteps } from './belief-result-step.tsx'
import type { BeliefStep } from './belief-result-step.tsx'
import { BeliefEvidence } from './belief-evidence.tsx'
import { useAsked } from './use-asked.ts'
import { useBeliefResult } from './use-belief-result.ts'
import * as styles from './result.module.css'

type Props = { journey: JourneyName }

/** Everything at once: the chart, each belief, how it shows and what to do. */
const MoneyBeliefResult = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  const asked = useAsked('money_belief')
  if (result === null) return null
  const { lead, others } = splitBeliefs(result)
  return (
    <BeliefResultStep
      journey={journey}
      step="money-belief-result"
      next="See the plans"
      illustration={<BeliefPicture belief={result.dominant} />}
    >
      <BeliefChart beliefs={result.beliefs} dominant={result.dominant} />
      <BeliefEvidence result={result} asked={asked} />
      <section className={styles.part}>
        <BeliefHeading belief={lead} />
        <p className={styles.soft}>{lead.summary}</p>
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>How it tends to show up</h2>
        <BeliefBehaviors belief={lead} />
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>What to do</h2>
        <BeliefSteps belief={lead} />
      </section>
      {others.map((belief) => (
        <section key={belief.id} className={styles.part}>
          <BeliefHeading belief={belief} />
          <p className={styles.soft}>{belief.summary}</p>
          <Disclosure summary="How it shows up and what to do">
            <BeliefBehaviors belief={belief} />
            <BeliefSteps belief={belief} />
          </Disclosure>
        </section>
      ))}
    </BeliefResultStep>
  )
})

type EachBeliefProps = {
  result: BeliefResult
  children: (belief: BeliefResult['beliefs'][number]) => Elements
}

/** A part for each belief, beginning with the one that leads. */
const EachBelief = ({ result, children }: EachBeliefProps) => {
  const { lead, others } = splitBeliefs(result)
  return [lead, ...others].map((belief) => (
    <section key={belief.id} className={styles.part}>
      <BeliefHeading belief={belief} />
      {children(belief)}
    </section>
  ))
}

/** First of three: what you believe. */
const MoneyBeliefOverview = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  const asked = useAsked('money_belief')
  if (result === null) return null
  return (
    <BeliefResultStep
      journey={journey}
      step="money-belief-overview"
      next="How it shows up"
      illustration={<BeliefPicture belief={result.dominant} />}
    >
      <BeliefChart beliefs={result.beliefs} dominant={result.dominant} />
      <BeliefEvidence result={result} asked={asked} />
      <EachBelief result={result}>
        {(belief) => <p className={styles.soft}>{belief.summary}</p>}
      </EachBelief>
    </BeliefResultStep>
  )
})

/** Second of three: how it shows in behaviour. */
const MoneyBeliefBehavior = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  if (result === null) return null
  return (
    <BeliefResultStep journey={journey} step="money-belief-behavior" next="What to do">
      <EachBelief result={result}>{(belief) => <BeliefBehaviors belief={belief} />}</EachBelief>
    </BeliefResultStep>
  )
})

/** Third of three: how to manage it. */
const MoneyBeliefManage = observer(({ journey }: Props) => {
  const result = useBeliefResult()
  if (result === null) return null
  return (
    <BeliefResultStep journey={journey} step="money-belief-manage" next="See the plans">
      <EachBelief result={result}>{(belief) => <BeliefSteps belief={belief} />}</EachBelief>
    </BeliefResultStep>
  )
})

const screens: Readonly<Record<BeliefStep, ComponentType<Props>>> = {
  'money-belief-result': MoneyBeliefResult,
  'money-belief-overview': MoneyBeliefOverview,
  'money-belief-behavior': MoneyBeliefBehavior,
  'money-belief-manage': MoneyBeliefManage,
}

/**
 * A step of the result. Its first label has no number, because the number of steps depends on the
 * visitor's variant.
 */
export const BeliefResultScreen = ({ journey, step }: Props & { step: BeliefStep }) => (
  <JourneyScreen
    journey={journey}
    step={step}
    label="Your money beliefs"
    heading={beliefSteps[step].heading ?? 'Your result'}
    screen={screens[step]}
  />
)
