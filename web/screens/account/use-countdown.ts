import { useEffect, useState } from 'react'

/** Whole seconds until `end` (milliseconds since 1970), 0 once it is past. */
export const useCountdown = (end: number, now: () => Date): number => {
  const secondsLeft = () => Math.max(0, Math.ceil((end - now().getTime()) / 1000))
  const [, redraw] = useState(0)
  const left = secondsLeft()
  useEffect(() => {
    if (left === 0) return
    const ticking = setTimeout(() => redraw((count) => count + 1), 1000)
    return () => clearTimeout(ticking)
  })
  return left
}
