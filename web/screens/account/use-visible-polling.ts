import { useEffect } from 'react'

/**
 * Calls `look` immediately, when the page regains focus, and regularly while it is visible, for
 * `until` milliseconds.
 */
export const useVisiblePolling = (
  look: () => void,
  { every, until }: { every: number; until: number },
) => {
  useEffect(() => {
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    look()
    const ticking = setInterval(lookIfVisible, every)
    const stopping = setTimeout(() => clearInterval(ticking), until)
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', lookIfVisible)
    return () => {
      clearInterval(ticking)
      clearTimeout(stopping)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', lookIfVisible)
    }
  }, [look, every, until])
}
