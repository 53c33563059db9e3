/**
 * An ISO date as a day in words, the same on the server and in every browser: "21 November 2026".
 */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${iso}T00:00:00Z`))
