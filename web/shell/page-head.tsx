import type { Elements } from '../components/elements.ts'
import { site } from '../site.ts'
import { absolute } from './absolute.ts'

interface CommonProps {
  /** The page's own title, without the product's name; by default the product's title. */
  title?: string
  description?: string
  children?: Elements
}

export type PageHeadProps = CommonProps &
  (
    | {
        /** Where search engines find the page: its path, without query. */
        path: string
        hidden?: false
      }
    | {
        /** Keep the page out of search results. */
        hidden: true
        path?: undefined
      }
  )

/** The picture shown with a shared link. `npm run site:pictures` makes it. */
const shared = {
  src: '/og.png',
  width: 1200,
  height: 630,
  alt: 'A small boat keeps level while the sea moves under it',
}

/**
 * What a page's `Head` returns: title, description, canonical URL, and how it looks when shared.
 */
export const PageHead = ({
  title,
  description = site.description,
  path,
  hidden = false,
  children,
}: PageHeadProps) => {
  const full = title ? `${title} | ${site.name}` : site.title
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {path !== undefined && <link rel="canonical" href={absolute(path)} />}
      {path !== undefined && <meta property="og:url" content={absolute(path)} />}
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={site.locale} />
      <meta property="og:image" content={absolute(shared.src)} />
      <meta property="og:image:width" content={String(shared.width)} />
      <meta property="og:image:height" content={String(shared.height)} />
      <meta property="og:image:alt" content={shared.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {hidden && <meta name="robots" content="noindex" />}
      {children}
    </>
  )
}
