import { useEffect, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Resolver, SubmitHandler } from 'react-hook-form'
import { useStores } from '../../app/session.tsx'
import { whenIdle } from '../../app/when-idle.ts'

/**
 * A form whose rules come after it: they are loaded when the browser is idle, at the latest with the first submit. Where
 * they can not be had, nothing is submitted and a notice offers to repeat it; what was typed stays.
 */
export const useCheckedForm = <Values extends FieldValues, Checked extends FieldValues>(
  loadResolver: () => Promise<Resolver<Values, unknown, Checked>>,
  defaultValues: DefaultValues<Values>,
) => {
  const { notices } = useStores()
  const [load] = useState(() => loadResolver)
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
      try {
        await load()
      } catch {
        return notices.somethingWentWrong(() => void submit())
      }
      await form.handleSubmit(work)(event)
    }
    return submit
  }
  return { ...form, handleSubmit }
}
