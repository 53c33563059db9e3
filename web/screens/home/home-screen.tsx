import { Beliefs } from './beliefs.tsx'
import { Closing } from './closing.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Plans } from './plans.tsx'
import { Questions } from './questions.tsx'

/** The promise, how it works, the four beliefs, plans, questions, and the way in. */
export const HomeScreen = () => (
  <div className="chapters">
    <Hero />
    <HowItWorks />
    <Beliefs />
    <Plans />
    <Questions />
    <Closing />
  </div>
)
