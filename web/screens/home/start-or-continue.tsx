import { useMemo } from 'react'
import type { StoragePort } from '#core/ports/storage.ts'
import { startHref } from '../../content/links.ts'
import { readUnfinishedJourney } from '../../journey/remembered-journey.ts'
import { useStorage } from '../../stores/storage.tsx'
import { LinkButton } from '../../components/button.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'

const journeyIn = ({ read }: StoragePort) => readUnfinishedJourney(read, new Date())

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/**
 * "Start the check-up", or "Continue: your money beliefs" during a journey. The document is static,
 * so the link changes after hydration, in place.
 */
export const StartOrContinue = () => {
  const storage = useStorage()
  const isHydrated = useHydrated()
  const journey = useMemo(() => (isHydrated ? journeyIn(storage) : null), [isHydrated, storage])
  return (
    <div data-continues={journey ? true : undefined}>
      <LinkButton to={journey?.href ?? startHref}>
        {journey ? `Continue: ${inSentence(journey.label)}` : 'Start the check-up'}
      </LinkButton>
    </div>
  )
}
