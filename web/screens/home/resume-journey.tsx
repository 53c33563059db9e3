import { useState } from 'react'
import { readUnfinishedJourney } from '../../journey/remembered-journey.ts'
import { useStorage } from '../../stores/storage.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { ContinueLink } from '../../components/continue-link.tsx'
import * as styles from './hero.module.css'

/** "Continue where you left off" when there is something to continue, else the note on accounts. */
export const ResumeJourney = () => (useHydrated() ? <Known /> : <Note />)

const Note = () => <p className={styles.small}>Free. No account needed to see your result.</p>

const Known = () => {
  const storage = useStorage()
  const [journey] = useState(() => readUnfinishedJourney(storage.read, new Date()))
  return journey ? <ContinueLink journey={journey} /> : <Note />
}
