import { useEffect, useState } from 'react'
import { readUnfinishedJourney } from '../../app/remembered-journey.ts'
import { useStorage } from '../../app/storage.tsx'
import { useHydrated } from '../../app/use-hydrated.ts'
import { applyWholeStyles, hasWholeStyles } from '../../app/whole-styles.ts'
import { ContinueLink } from '../../components/continue-link.tsx'
import * as styles from './hero.module.css'

/** "Continue where you left off", once it is known that there is something to continue; until then what a new visitor asks. */
export const ResumeJourney = () => (useHydrated() ? <Known /> : <Note />)

const Note = () => <p className={styles.small}>Free. No account needed to see your result.</p>

const Known = () => {
  const storage = useStorage()
  const [journey] = useState(() => readUnfinishedJourney(storage.read, new Date()))
  const [isStyled, setStyled] = useState(() => hasWholeStyles(document))
  useEffect(() => {
    // No document is served with the offer, so none holds the rules for it.
    if (journey) void applyWholeStyles(document).then(() => setStyled(true))
  }, [journey])
  return isStyled ? <ContinueLink journey={journey} /> : <Note />
}
