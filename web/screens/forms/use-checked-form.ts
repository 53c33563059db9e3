import { useEffect, useId, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import type {
  DefaultValues,
  FieldValues,
  Path,
  PathValue,
  Resolver,
  SubmitHandler,
  UseFormReturn,
} from 'react-hook-form'
import { useStores } from '../../stores/app-loader.tsx'
import { useOwnNotice } from './use-own-notice.ts'
import { whenIdle } from '../../components/when-idle.ts'

/**
 * Reads the field values, since password managers and other tools fill them in without an event.
 */
const takeFilledIn = <Values extends FieldValues, Checked extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<Values, unknown, Checked>, 'getValues' | 'setValue'>,
  elements: HTMLFormControlsCollection,
) => {
  for (const [name, known] of Object.entries(getValues())) {
    const field = elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    const held = field.type === 'checkbox' ? field.checked : field.value
    if (held !== (typeof known === 'number' ? String(known) : known)) {
      setValue(name as Path<Values>, held as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  }
}

/**
 * A form whose rules are loaded lazily: when the browser is idle, or at the latest on the first
 * submit. If they cannot be loaded, nothing is submitted, a notice offers Retry, and what was typed
 * stays. Checks what the fields hold when it is submitted. `refused` is called when a rule is not
 * met.
 */
export const useCheckedForm = <Values extends FieldValues, Checked extends FieldValues>(
  loadResolver: () => Promise<Resolver<Values, unknown, Checked>>,
  defaultValues: DefaultValues<Values>,
) => {
  const { notices } = useStores()
  const action = useId()
  useOwnNotice(action)
  const [load] = useState(() => loadResolver)
  const submitted = useRef<HTMLFormElement>(null)
  const form = useForm<Values, unknown, Checked>({
    // Called only after a submit that has loaded the rules.
    resolver: async (...values) => (await load())(...values),
    defaultValues,
  })

  useEffect(() => {
    whenIdle(() => void load().catch(() => {}))
  }, [load])

  const handleSubmit = (work: SubmitHandler<Checked>, refused?: () => void) => {
    const submit = async (event?: SyntheticEvent): Promise<void> => {
      event?.preventDefault()
      // The event is gone after an await, and absent on Retry from a notice.
      if (event?.currentTarget instanceof HTMLFormElement) submitted.current = event.currentTarget
      notices.startOver(action)
      try {
        await load()
      } catch {
        return notices.somethingWentWrong(action, () => void submit())
      }
      if (submitted.current?.isConnected) takeFilledIn(form, submitted.current.elements)
      await form.handleSubmit(work, refused)(event)
    }
    return submit
  }
  return { ...form, handleSubmit }
}
