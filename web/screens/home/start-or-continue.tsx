import { useMemo } from 'react'
import type { StoragePort } from '#core/ports/storage.ts'
import { readUnfinishedJourney } from '../../journey/remembered-journey.ts'
import { useStorage } from '../../stores/storage.tsx'
import { LinkButton } from '../../components/button.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { StartLink } from './start-link.tsx'

const journeyIn = ({ read }: StoragePort) => readUnfinishedJourney(read, new Date())

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/**
 * The call to action, or "Continue: your money beliefs" during a journey. The document is static,
 * so the link changes after hydration, in place.
 */
export const StartOrContinue = () => {
  const storage = useStorage()
  const isHydrated = useHydrated()
  const journey = useMemo(() => (isHydrated ? journeyIn(storage) : null), [isHydrated, storage])
  return (
    <div data-continues={journey ? true : undefined}>
      {journey ? (
        <LinkButton to={journey.href}>{`Continue: ${inSentence(journey.label)}`}</LinkButton>
      ) : (
        <StartLink />
      )}
    </div>
  )
}
