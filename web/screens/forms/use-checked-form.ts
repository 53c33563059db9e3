import { useEffect, useId, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, PathValue, Resolver, SubmitHandler, UseFormReturn } from 'react-hook-form'
import { useStores } from '../../stores/session.tsx'
import { whenIdle } from '../../components/when-idle.ts'

/** Reads what the fields hold: password managers and other tools fill them in without an event. */
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
 * A form whose rules come after it: they are loaded when the browser is idle, at the latest with the first submit. Where
 * they can not be had, nothing is submitted and a notice offers to repeat it; what was typed stays. What the fields hold at submit counts.
 */
export const useCheckedForm = <Values extends FieldValues, Checked extends FieldValues>(
  loadResolver: () => Promise<Resolver<Values, unknown, Checked>>,
  defaultValues: DefaultValues<Values>,
) => {
  const { notices } = useStores()
  const action = useId()
  const [load] = useState(() => loadResolver)
  const submitted = useRef<HTMLFormElement>(null)
  const form = useForm<Values, unknown, Checked>({
    // Asked only once a submit had the rules.
    resolver: async (...values) => (await load())(...values),
    defaultValues,
  })

  useEffect(() => {
    whenIdle(() => void load().catch(() => {}))
  }, [load])

  const handleSubmit = (work: SubmitHandler<Checked>) => {
    const submit = async (event?: SyntheticEvent): Promise<void> => {
      event?.preventDefault()
      // Gone once this function has waited; repeated from a notice, there is no event.
      if (event?.currentTarget instanceof HTMLFormElement) submitted.current = event.currentTarget
      notices.startOver(action)
      try {
        await load()
      } catch {
        return notices.somethingWentWrong(action, () => void submit())
      }
      if (submitted.current?.isConnected) takeFilledIn(form, submitted.current.elements)
      await form.handleSubmit(work)(event)
    }
    return submit
  }
  return { ...form, handleSubmit }
}
