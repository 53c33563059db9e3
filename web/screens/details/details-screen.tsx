import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { JourneyName } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { DetailsStore } from '../../stores/details-store.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { DetailsFields, detailsFields, useDetailsForm } from './details-form.tsx'

const FORM = 'personal-details'

/** Who the coach is talking to. */
export const DetailsScreen = observer(({ journey }: { journey: JourneyName }) => {
  const { global } = useStores()
  const details = useStore(DetailsStore)
  const { goOn, progress } = useJourneyMoves(journey, 'personal-details')
  const { form, submit } = useDetailsForm(global.draft(FORM), goOn)
  const { subscribe } = form

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          global.saveDraft(
            FORM,
            Object.fromEntries(detailsFields.map((field) => [field, String(values[field] ?? '')])),
          ),
      }),
    [global, subscribe],
  )

  return (
    <StepFrame
      stepKey="personal-details"
      progress={progress}
      heading="A little about you"
      intro={<p>So your coach knows who you are. You can change this later.</p>}
      onSubmit={(event) => void submit(event)}
      actions={
        <Button type="submit" wide busy={details.isBusy} busyLabel="Saving">
          Continue
        </Button>
      }
    >
      <DetailsFields form={form} />
    </StepFrame>
  )
})
