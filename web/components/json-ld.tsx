import { inlineJson } from './inline-json.ts'

/** A page's schema.org structured data. A data block: the browser does not execute it. */
export const JsonLd = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
)
