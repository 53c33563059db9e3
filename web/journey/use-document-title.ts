import { useEffect } from 'react'
import { site } from '../site.ts'

/** Keeps the title in step with what is shown while the URL's path stays the same. */
export const useDocumentTitle = (title: string) => {
  useEffect(() => {
    document.title = `${title} | ${site.name}`
  }, [title])
}
