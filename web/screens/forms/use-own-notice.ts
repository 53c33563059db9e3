import { useEffect } from 'react'
import { useStores } from '../../stores/app-loader.tsx'

/** Removes the notice of a form's action with the form, so that no Retry outlives what it asks. */
export const useOwnNotice = (action: string): void => {
  const { notices } = useStores()
  useEffect(() => () => notices.startOver(action), [notices, action])
}
