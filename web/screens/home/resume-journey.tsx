import { useState } from 'react'
import { readUnfinishedJourney } from '../../journey/remembered-journey.ts'
import { useStorage } from '../../stores/storage.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { ContinueLink } from '../../components/continue-link.tsx'
import * as styles from './hero.module.css'

/** The note on accounts, and "Continue where you left off" when there is something to continue. */
export const ResumeJourney = () => (
  <>
    <p className={styles.small}>Free. No account needed to see your result.</p>
    {useHydrated() && <Known />}
  </>
)

const Known = () => {
  const storage = useStorage()
  const [journey] = useState(() => readUnfinishedJourney(storage.read, new Date()))
  return <ContinueLink journey={journey} />
}
