import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { JourneyName } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { PastTheLight } from '../../illustrations/past-the-light.tsx'
import { DetailsStore } from '../../stores/details-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { closedWords, startedWords } from '../../content/words/started-words.ts'
import { DETAILS, DetailsFields, detailsFields, useDetailsForm } from './details-form.tsx'
import * as styles from './details.module.css'

/** The step after the order: says what was charged and asks for personal details. */
export const DetailsScreen = observer(({ journey }: { journey: JourneyName }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const details = useStore(DetailsStore)
  const { goOn, progress } = useJourneyMoves(journey, 'personal-details')
  const { form, submit } = useDetailsForm(global.draft(DETAILS), goOn)
  const { subscribe } = form
  const now = serverClock.now()
  const subscription = global.profile?.subscription ?? null
  const closed = subscription && closedWords(subscription, now)

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          global.saveDraft(
            DETAILS,
            Object.fromEntries(detailsFields.map((field) => [field, String(values[field] ?? '')])),
          ),
      }),
    [global, subscribe],
  )

  return (
    <StepFrame
      stepKey="personal-details"
      progress={progress}
      illustration={<PastTheLight />}
      heading={closed?.heading ?? startedWords(subscription, now)}
      intro={
        closed ? (
          <p>{closed.next}</p>
        ) : (
          <p>
            <span>We’ve emailed the details to</span>{' '}
            <span className={styles.address}>{global.currentUser?.email}</span>
            <span>.</span>
          </p>
        )
      }
      onSubmit={(event) => void submit(event)}
      actions={
        <Button type="submit" wide busy={details.isBusy} busyLabel="Saving">
          Continue
        </Button>
      }
    >
      <div>
        <h2 className={styles.title}>A little about you</h2>
        <p className={styles.note}>So your coach knows who you are.</p>
      </div>
      <DetailsFields form={form} />
    </StepFrame>
  )
})
