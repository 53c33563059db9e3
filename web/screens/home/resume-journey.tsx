import { useState } from 'react'
import { readUnfinishedJourney } from '../../app/unfinished-journey.ts'
import { useHydrated } from '../../app/use-hydrated.ts'
import { ContinueLink } from '../../components/continue-link.tsx'

const read = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** "Continue where you left off", once it is known that there is something to continue. */
export const ResumeJourney = () => (useHydrated() ? <Known /> : null)

const Known = () => {
  const [journey] = useState(() => readUnfinishedJourney(read, new Date()))
  return <ContinueLink journey={journey} />
}
