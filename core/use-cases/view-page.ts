import type { AnalyticsEvents } from '#core/model/analytics-events.ts'
import type { Ports } from '#core/ports/ports.ts'

export const viewPage =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  (page: AnalyticsEvents['web_page_viewed']) =>
    analytics.track({ name: 'web_page_viewed', properties: page })

export const followLink =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  (link: AnalyticsEvents['web_link_clicked']) =>
    analytics.track({ name: 'web_link_clicked', properties: link })
