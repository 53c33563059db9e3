import { useCallback, useState, useSyncExternalStore } from 'react'
import { noAttribution, restoreAttribution } from '#core/model/attribution.ts'
import type { Attribution } from '#core/model/attribution.ts'
import type { TrackingRefusal } from '#core/model/tracking-consent.ts'
import {
  setTrackingOptOut,
  storedAttribution,
  currentTrackingRefusals,
  watchTrackingChoice,
} from '../../analytics/tracking-choice.ts'
import { useStorage } from '../../stores/storage.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { Button } from '../../components/button.tsx'
import { StoredAttribution } from './stored-attribution.tsx'
import * as styles from './analytics-switch.module.css'

const reasons: Readonly<Record<TrackingRefusal, string>> = {
  'flag-off': 'Analytics is currently off for the whole site.',
  'global-privacy-control': 'Your browser sends Global Privacy Control.',
  'do-not-track': 'Your browser sends Do Not Track.',
  'opted-out': 'You turned it off here.',
}

const isReason = (word: string): word is TrackingRefusal => word in reasons

/**
 * Shows whether analytics is on in this browser and why, turns it off and on, and shows the stored
 * attribution.
 */
export const AnalyticsSwitch = () => (
  <div className={styles.panel}>
    <noscript>
      <p>Analytics is off in this browser: it needs JavaScript, and yours is off.</p>
    </noscript>
    {useHydrated() ? <Known /> : <Unknown />}
  </div>
)

/** Reserves the space of the choice until it is known, so that the text below does not shift. */
const Unknown = () => (
  <div className={styles.waiting}>
    <p>Checking the setting in this browser.</p>
    <div aria-hidden="true" className={styles.shown}>
      <Choice refusals={[]} attribution={noAttribution} isRefused={false} choose={() => {}} />
    </div>
  </div>
)

const Known = () => {
  const storage = useStorage()
  const subscribe = useCallback(
    (changed: () => void) => watchTrackingChoice(storage, changed),
    [storage],
  )
  // Strings, so that snapshots can be compared.
  const reasonsKept = useSyncExternalStore(
    subscribe,
    () => currentTrackingRefusals(storage).join(' '),
    () => '',
  )
  const attribution = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(storedAttribution(storage)),
    () => '',
  )
  const refusals = reasonsKept.split(' ').filter(isReason)
  const [isRefused, setRefused] = useState(false)
  const choose = () =>
    setRefused(setTrackingOptOut(storage, !refusals.includes('opted-out')) === 'refused')
  return (
    <div className={styles.shown}>
      <Choice
        refusals={refusals}
        attribution={restoreAttribution(attribution)}
        isRefused={isRefused}
        choose={choose}
      />
    </div>
  )
}

interface ChoiceProps {
  refusals: readonly TrackingRefusal[]
  attribution: Attribution
  /** Whether the browser failed to store the choice. */
  isRefused: boolean
  choose: () => void
}

const Choice = ({ refusals, attribution, isRefused, choose }: ChoiceProps) => {
  const isOptedOut = refusals.includes('opted-out')
  const others = refusals.filter((refusal) => refusal !== 'opted-out')
  return (
    <>
      <div aria-live="polite">
        <p className={styles.state}>
          {refusals.length === 0
            ? 'Analytics is on in this browser.'
            : 'Analytics is off in this browser.'}
        </p>
        {refusals.length === 0 ? (
          <p className={styles.reasons}>You can turn it off whenever you like.</p>
        ) : (
          <ul className={`plain ${styles.reasons}`}>
            {refusals.map((refusal) => (
              <li key={refusal}>{reasons[refusal]}</li>
            ))}
          </ul>
        )}
        {others.length > 0 && !isOptedOut && (
          <p>If that changes, analytics starts again. Turn it off here as well to keep it off.</p>
        )}
        {isRefused && (
          <p>
            This browser won’t let the site save your choice. Allow site data for this address, or
            send Do Not Track or Global Privacy Control instead.
          </p>
        )}
      </div>
      <Button look="quiet" onClick={choose}>
        {isOptedOut
          ? others.length > 0
            ? 'Undo my opt-out'
            : 'Turn analytics on'
          : 'Turn analytics off'}
      </Button>
      <StoredAttribution attribution={attribution} isOn={refusals.length === 0} />
    </>
  )
}
