import { toE164 } from '#core/model/phone.ts'
import { birthYears } from '#core/use-cases/save-personal-details.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { TextField } from '../../components/text-field.tsx'
import { DetailsStore } from '../../stores/details-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { useOwnNotice } from '../forms/use-own-notice.ts'
import { PHONE_EXAMPLE, PHONE_MESSAGE } from '../../content/words/form-words.ts'

export const detailsFields = ['firstName', 'lastName', 'birthYear', 'phone'] as const
/** The name of the draft. */
export const DETAILS = 'personal-details'
type Field = (typeof detailsFields)[number]

const isField = (path: string): path is Field => detailsFields.some((field) => field === path)

/**
 * The personal-details form, filled from `draft`, else the profile. Calls `saved` on success,
 * unless something else has been typed meanwhile.
 */
export const useDetailsForm = (draft: Readonly<Record<string, string>>, saved: () => void) => {
  const { global } = useStores()
  const details = useStore(DetailsStore)
  const { profile } = global
  useOwnNotice('savePersonalDetails')
  const form = useCheckedForm(
    async () => (await import('./details-resolver.ts')).detailsResolver(birthYears(global.now())),
    {
      firstName: draft.firstName ?? profile?.firstName ?? '',
      lastName: draft.lastName ?? profile?.lastName ?? '',
      birthYear: (draft.birthYear ?? profile?.birthYear ?? '') as number,
      phone: draft.phone ?? profile?.phone ?? '',
    },
  )
  const submit = form.handleSubmit(async ({ firstName, lastName, birthYear, phone }) => {
    const changes = { firstName, lastName, birthYear, phone: phone === '' ? null : toE164(phone) }
    const typed = JSON.stringify(form.getValues())
    const outcome = await details.save(changes, () => void submit())
    if (outcome === 'saved') {
      if (JSON.stringify(form.getValues()) !== typed) return
      global.dropDraft(DETAILS)
      saved()
    } else if (outcome !== 'failed') {
      for (const { path, message } of outcome) {
        if (isField(path))
          form.setError(
            path,
            { message: path === 'phone' ? PHONE_MESSAGE : message },
            { shouldFocus: true },
          )
      }
    }
  })
  return { form, submit }
}

export const DetailsFields = ({ form }: Pick<ReturnType<typeof useDetailsForm>, 'form'>) => {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField
        label="First name"
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...register('lastName')}
      />
      <TextField
        label="Year of birth"
        short
        hint="To confirm that you’re 18 or older."
        inputMode="numeric"
        autoComplete="bday-year"
        error={errors.birthYear?.message}
        {...register('birthYear')}
      />
      <TextField
        label="Phone"
        optional
        type="tel"
        autoComplete="tel"
        hint={`With the country code: ${PHONE_EXAMPLE}.`}
        error={errors.phone?.message}
        errorLines={2}
        {...register('phone')}
      />
    </>
  )
}
