import { useEffect } from 'react'
import { useStores } from '../../stores/app-loader.tsx'

/**
 * Removes the notice of a form's action when the form unmounts. A later failure is still reported,
 * but without Retry, which would act from any page.
 */
export const useOwnNotice = (action: string): void => {
  const { notices } = useStores()
  useEffect(() => notices.offerRetry(action), [notices, action])
}
