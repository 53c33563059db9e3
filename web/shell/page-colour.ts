/** The page colours of tokens.css, for what cannot read a custom property. */
export const pageColour = { light: '#f5f8f7', dark: '#0b1e25' } as const
