import { yupResolver } from '@hookform/resolvers/yup'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type { JourneyName } from '#core/model/routes.ts'
import { birthYears } from '#core/use-cases/save-personal-details.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useJourneyMoves } from '../journey/use-journey-moves.ts'
import { detailsSchema, PHONE_MESSAGE, toE164 } from './details-schema.ts'

const FORM = 'personal-details'

const fields = ['firstName', 'lastName', 'birthYear', 'phone'] as const
type Field = (typeof fields)[number]

const isField = (path: string): path is Field => fields.some((field) => field === path)

/** Who the coach is talking to. */
export const DetailsScreen = observer(({ journey }: { journey: JourneyName }) => {
  const { details, global } = useStores()
  const { goOn, progress } = useJourneyMoves(journey, 'personal-details')
  const years = useMemo(() => birthYears(global.now()), [global])
  const schema = useMemo(() => detailsSchema(years), [years])
  const draft = global.draft(FORM)
  const { profile } = global
  const { register, handleSubmit, setError, subscribe, formState } = useForm({
    resolver: yupResolver(schema),
    defaultValues: {
      firstName: draft.firstName ?? profile?.firstName ?? '',
      lastName: draft.lastName ?? profile?.lastName ?? '',
      birthYear: (draft.birthYear ?? profile?.birthYear ?? '') as number,
      phone: draft.phone ?? profile?.phone ?? '',
    },
  })
  const { errors } = formState

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          global.keepDraft(FORM, Object.fromEntries(fields.map((field) => [field, String(values[field] ?? '')]))),
      }),
    [global, subscribe],
  )

  const submit = handleSubmit(async ({ firstName, lastName, birthYear, phone }) => {
    const changes = { firstName, lastName, birthYear, phone: phone === '' ? null : toE164(phone) }
    const outcome = await details.save(changes, () => void submit())
    if (outcome === 'saved') goOn()
    else if (outcome !== 'failed') {
      for (const { path, message } of outcome) {
        if (isField(path)) setError(path, { message: path === 'phone' ? PHONE_MESSAGE : message }, { shouldFocus: true })
      }
    }
  })

  return (
    <StepFrame
      stepKey="personal-details"
      progress={progress}
      heading="A little about you"
      intro={<p>So that your coach knows whom they are talking to. You can change it later.</p>}
      onSubmit={(event) => void submit(event)}
      actions={
        <Button type="submit" wide busy={details.isBusy} busyLabel="Saving">
          Continue
        </Button>
      }
    >
      <TextField label="First name" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
      <TextField label="Last name" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
      <TextField
        label="Year of birth"
        short
        inputMode="numeric"
        autoComplete="bday-year"
        maxLength={4}
        error={errors.birthYear?.message}
        {...register('birthYear')}
      />
      <TextField
        label="Phone"
        optional
        type="tel"
        autoComplete="tel"
        hint="With its country code, such as +1 212 555 0123."
        error={errors.phone?.message}
        {...register('phone')}
      />
    </StepFrame>
  )
})
