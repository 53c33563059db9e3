import { inlineJson } from './inline-json.ts'

/** What a page says of itself to machines, as schema.org has it. It is data: nothing in it runs. */
export const JsonLd = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
)
