import { anotherCard, asksForAnotherCard } from '#core/model/account-address.ts'
import { routes } from '#core/model/routes.ts'
import { useStepQuery } from '../../journey/step-query.ts'

/**
 * Whether the address asks for the form for another card (`/account?card=another`), with a history
 * entry for the open form. `served` is what the server read there.
 */
export const useCardAddress = (served: boolean) => {
  const { step, go, leave } = useStepQuery(routes.account, served ? anotherCard : null, 'card')
  const isAsked = asksForAnotherCard(step)
  const open = () => {
    if (!isAsked) go(anotherCard)
  }
  return { isAsked, open, close: leave }
}

export type CardAddress = ReturnType<typeof useCardAddress>
