/** Selects the root of a page that is hydrated, as `web/gatsby/gatsby-browser.tsx` marks it. */
export const hydrated = ':root[data-hydrated]'
