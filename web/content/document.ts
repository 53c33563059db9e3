/** Plain text in which `[label](href)` is a link. */
export type RichText = string

/** A paragraph, a list, or a table of terms and what is said about each. */
export type Block =
  | RichText
  | { readonly list: readonly RichText[] }
  | { readonly terms: readonly { readonly term: string; readonly text: RichText }[] }

export interface DocumentSection {
  /** The anchor. Links from elsewhere rely on it. */
  id: string
  title: string
  blocks: readonly Block[]
}

/** A long text in sections, each with a heading. */
export interface LegalDocument {
  title: string
  /** Shown in search results. */
  description: string
  lead: RichText
  /** What to know before relying on the text. */
  note?: RichText
  /** ISO date of the last change. */
  updated: string
  sections: readonly DocumentSection[]
}

export const counselNote = 'Sample text, to be reviewed by counsel before use.'
