import type { AnalyticsEvents } from '#core/model/analytics-events.ts'

type FollowedLink = AnalyticsEvents['web_link_clicked']

const LONGEST_LABEL = 80

/**
 * The part of the page that the link is in: `header`, `footer` or the id of a section; else the
 * page, by the last segment of its path.
 */
const placeOf = (link: Element, path: string): string => {
  const frame = link.closest('header, footer, section[id]')
  if (frame && !frame.closest('main')) return frame.localName
  return link.closest('section[id]')?.id ?? (path.split('/').at(-1) || 'home')
}

/**
 * The target of a link to another site: its origin and first path segment only, because the rest
 * may be a secret, as in the address of an invoice.
 */
const siteOf = ({ origin, pathname }: HTMLAnchorElement): string =>
  `${origin}/${pathname.split('/')[1] ?? ''}`

/**
 * What to track of a clicked link: a call to action (marked `data-call`), or a link that leaves the
 * site. Null for all others. Queries are omitted, because they may identify the visitor, as in the
 * link to the app.
 */
const describeLink = (
  link: HTMLAnchorElement,
  page: Pick<Location, 'origin' | 'pathname'>,
): FollowedLink | null => {
  if (!/^https?:$/.test(link.protocol)) return null
  const isElsewhere = link.origin !== page.origin
  if (!isElsewhere && link.dataset.call === undefined) return null
  const label = (link.getAttribute('aria-label') ?? link.innerText)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_LABEL)
  return {
    label,
    href: isElsewhere ? siteOf(link) : link.pathname,
    place: placeOf(link, page.pathname),
  }
}

/**
 * Calls back when a call to action or a link to another site is followed, by mouse or keyboard,
 * including in a new tab.
 */
export const watchLinks = (
  page: Pick<Window, 'addEventListener' | 'location'>,
  followed: (link: FollowedLink) => void,
): void => {
  const hear = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const described = link?.href ? describeLink(link, page.location) : null
    if (described) followed(described)
  }
  page.addEventListener('click', hear, { capture: true })
  page.addEventListener(
    'auxclick',
    (event) => {
      if (event.button === 1) hear(event)
    },
    { capture: true },
  )
}
