import type { ReactNode } from 'react'
import { site } from '../site.ts'

export interface PageHeadProps {
  /** The page's own title, without the product's name. Left out: the product's title. */
  title?: string
  description?: string
  /** Keep the page out of search results. */
  hidden?: boolean
  children?: ReactNode
}

/** What a page's `Head` returns: title, description, and how it looks when shared. */
export const PageHead = ({ title, description = site.description, hidden = false, children }: PageHeadProps) => {
  const full = title ? `${title} | ${site.name}` : site.title
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      {hidden && <meta name="robots" content="noindex" />}
      {children}
    </>
  )
}
