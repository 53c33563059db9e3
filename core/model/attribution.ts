const parameters = ['source', 'medium', 'campaign', 'content', 'term'] as const

export type Touch = Readonly<Partial<Record<(typeof parameters)[number], string>>>
export type Attribution = { readonly firstTouch: Touch | null; readonly lastTouch: Touch | null }

export const noAttribution: Attribution = { firstTouch: null, lastTouch: null }

const MAX_LENGTH = 200

/** The UTM values of a query, or null when it brings none. */
export const touchOf = (query: (name: string) => string | null): Touch | null => {
  const entries = parameters.flatMap((name) => {
    const value = query(`utm_${name}`)?.trim().slice(0, MAX_LENGTH)
    return value ? [[name, value]] : []
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** First touch is written once; last touch whenever a URL brings any UTM value. */
export const attribute = (attribution: Attribution, touch: Touch | null): Attribution =>
  touch === null ? attribution : { firstTouch: attribution.firstTouch ?? touch, lastTouch: touch }
