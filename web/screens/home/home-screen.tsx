import type { ReactNode } from 'react'
import { Beliefs } from './beliefs.tsx'
import { Closing } from './closing.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Plans } from './plans.tsx'
import { Questions } from './questions.tsx'

export interface HomeScreenProps {
  /** Shown under the first button: "Continue where you left off", during a journey. */
  resume: ReactNode
}

/** The promise, how it works, the four beliefs, plans, questions, and the way in. */
export const HomeScreen = ({ resume }: HomeScreenProps) => (
  <div className="chapters">
    <Hero resume={resume} />
    <HowItWorks />
    <Beliefs />
    <Plans />
    <Questions />
    <Closing />
  </div>
)
