import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** True once the browser has been idle after hydration, or two seconds later at most. */
export const useIdle = (): boolean => {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}
