import { useEffect, useState } from 'react'
import { whenIdle } from '../../components/when-idle.ts'
import type { PauseContent } from './pause-content.tsx'

/**
 * What a pause shows, loaded once the browser is idle. Null until then, and if it cannot be loaded:
 * the questions then continue without pauses.
 */
export const usePauseContent = (): PauseContent | null => {
  const [content, setContent] = useState<{ readonly of: PauseContent } | null>(null)
  useEffect(() => {
    const load = async () => {
      const { pauseContent } = await import('./pause-content.tsx')
      setContent({ of: pauseContent })
    }
    return whenIdle(() => void load().catch(() => {}))
  }, [])
  return content && content.of
}
